-- cvpress-carriers.lua: invisible glyphs that carry the text of colour emoji.
-- In: an emoji sequence. Out: one glyph that reads back as the whole of it.
-- A colour emoji is a picture and has no text. Under it lies a glyph of Symbola that nobody sees (render mode 3), as wide
-- as the picture, and its ToUnicode entry is the sequence.
local M = {}

local function hex(text)
  local out = {}
  for _, c in utf8.codes(text) do
    out[#out + 1] = c < 0x10000 and ("%04X"):format(c)
      or ("%04X%04X"):format(0xD800 + (c - 0x10000) // 0x400, 0xDC00 + c % 0x400)
  end
  return table.concat(out)
end

-- Glyphs to borrow: Braille patterns (the blank one pdfium drops), hexagrams, mathematical letters.
local POOL = { { 0x2801, 0x28FF }, { 0x4DC0, 0x4DFF }, { 0x1D400, 0x1D7FF } }
local FIRST = 0x10E000 -- code points of the carriers; luaotfload's own are from U+F0000 on
local pool, code_of, count = {}, {}, 0
for _, range in ipairs(POOL) do for c = range[1], range[2] do pool[#pool + 1] = c end end

-- The character of font `id` (Symbola) that reads back as `text` and is `width` wide; nil when no glyph is left to lend.
-- Its width is a lie, that no extractor sees a gap behind it; stretched by Tz, PDFium would lose the space after it.
local function carrier(id, text, width)
  local data = font.getfont(id)
  local key = ("%s %.1f"):format(text, 10 * width / data.size)
  if not code_of[key] then
    repeat count = count + 1 until count > #pool or data.characters[pool[count]]
    if count > #pool then return nil end
    code_of[key] = FIRST + count
  end
  local code = code_of[key]
  if not data.characters[code] then
    local like = data.characters[pool[code - FIRST]]
    local made = { index = like.index, width = width, height = like.height, depth = like.depth, tounicode = hex(text) }
    data.characters[code] = made
    font.addcharacters(id, { characters = { [code] = made } })
  end
  return code
end

-- For \cvemoji: the carrier of `text` in the current font, as a character as wide as the picture.
function M.emoji(text, width)
  local code = carrier(font.current(), text:gsub("\\", ""), width) -- a keycap's # comes as \#
  if code then tex.sprint(-2, utf8.char(code)) end
end

return M
