-- cvpress-carriers.lua: what is seen and what is read, apart.
-- In: an emoji sequence; or a word of a script whose shaper moves letters. Out: one invisible glyph that reads back as
-- the whole, as wide as what is seen.
-- A colour emoji is a picture and has no text. A Devanagari vowel may stand before the letter that it follows, a Thai
-- tone mark is lifted off the line: no extractor brings such glyphs into order (pypdf ignores ActualText, PDFium sorts
-- by place), so the word is drawn as outlines, and its text lies under it, a carrier for each cluster.
-- The carrier is a glyph of Symbola that nobody sees (render mode 3); its ToUnicode entry is the text.
local M = {}
local D = node.direct
local GLYPH, KERN, WHATSIT = node.id("glyph"), node.id("kern"), node.id("whatsit")
local LITERAL = node.subtype("pdf_literal")
local getid, getfont, getchar, getfield, setfield = D.getid, D.getfont, D.getchar, D.getfield, D.setfield
local scripts, fontdata = require("cvpress-scripts"), require("cvpress-fontdata")

local function hex(text)
  local out = {}
  for _, c in utf8.codes(text) do
    out[#out + 1] = c < 0x10000 and ("%04X"):format(c)
      or ("%04X%04X"):format(0xD800 + (c - 0x10000) // 0x400, 0xDC00 + c % 0x400)
  end
  return table.concat(out)
end

-- Glyphs to borrow: hexagrams, tiles, cards, alchemical signs, mathematical letters, pictures. All are about as high as
-- a line's letters: PDFium takes what is side by side but not at one height (Braille dots) for two lines.
local POOL = { { 0x4DC0, 0x4DFF }, { 0x1F000, 0x1F02B }, { 0x1F030, 0x1F093 }, { 0x1F0A0, 0x1F0F5 },
  { 0x1F700, 0x1F773 }, { 0x1D400, 0x1D7FF }, { 0x1F300, 0x1F64F } }
local FIRST = 0x10E000 -- code points of the carriers; luaotfload's own are from U+F0000 on
local pool, code_of, count = {}, {}, 0
for _, range in ipairs(POOL) do for c = range[1], range[2] do pool[#pool + 1] = c end end

-- The character of font `id` (Symbola) that reads back as `text` and is about `width` wide, and its width; nil when no
-- glyph is left to lend. To stretch it instead (Tz) would cost the space after it in PDFium's text.
local function carrier(id, text, width)
  local data = fontdata.of(id)
  local key = ("%s %d"):format(text, width // 32768) -- to half a point
  if not code_of[key] then
    repeat count = count + 1 until count > #pool or data.characters[pool[count]]
    if count > #pool then return nil, 0 end
    code_of[key] = FIRST + count
  end
  local code = code_of[key]
  if not data.characters[code] then
    local like = data.characters[pool[code - FIRST]]
    local made = { index = like.index, width = width, height = like.height, depth = like.depth, tounicode = hex(text) }
    data.characters[code] = made
    font.addcharacters(id, { characters = { [code] = made } })
  end
  return code, data.characters[code].width
end

-- For \cvemoji: the carrier of `text`, as wide as the picture.
function M.emoji(text, width)
  local symbola = scripts.symbola()
  if not symbola then return end
  local code, made = carrier(symbola, text:gsub("\\", ""), width) -- a keycap's # comes as \#
  if not code then return end
  local glyph, rest = node.new("glyph", 256), node.new("kern", 1)
  glyph.font, glyph.char, rest.kern = symbola, code, width - made
  node.write(glyph)
  node.write(rest)
end

-- ---- words ------------------------------------------------------------------------------------------------------
local outlines = setmetatable({}, { __index = function(t, file)
  local data = fonts.handlers.otf.readers.loadshapes(file)
  t[file] = { glyphs = data.glyphs, units = data.fontheader and data.fontheader.units or data.units, path = {} }
  return t[file]
end })

-- The outline of a glyph as PDF operators, in units of its font: the same wherever it stands, so that the page's
-- compression meets it again.
local function outline(data, index)
  if not data.path[index] then
    local path = {}
    for _, segment in ipairs(data.glyphs[index].segments or {}) do
      for n = 1, #segment - 1 do path[#path + 1] = ("%.0f"):format(segment[n]) end
      path[#path + 1] = segment[#segment]
    end
    data.path[index] = table.concat(path, " ") .. (#path > 0 and " f" or "")
  end
  return data.path[index]
end

local BP = 65781.76 -- sp
-- PDF operators that draw a glyph with its origin at x, y (sp).
local function draw(path, file, index, size, x, y)
  local data = outlines[file]
  local scale = size / data.units / BP
  path[#path + 1] = ("q %.6f 0 0 %.6f %.3f %.3f cm %s Q"):format(scale, scale, x / BP, y / BP, outline(data, index))
end

local function literal(mode, data)
  local n = D.new(WHATSIT, LITERAL)
  setfield(n, "mode", mode); setfield(n, "data", data)
  return n
end

-- luaotfload's own ActualText, which would hide the carrier.
local function is_actual_text(n)
  if getid(n) ~= WHATSIT or D.getsubtype(n) ~= LITERAL then return false end
  local data = getfield(n, "data")
  return data == "EMC" or data:find("/Span<</ActualText", 1, true) == 1
end

local properties = D.get_properties_table()
-- The word that begins at glyph `first`, as the outlines of its glyphs, its clusters (text and width), and its nodes.
local function read(first, id, file, size)
  local path, clusters, nodes, x, at = {}, {}, {}, 0, first
  local before = D.getprev(first)
  if before and is_actual_text(before) then nodes[1] = before end
  while at do
    local kind = getid(at)
    if kind == GLYPH and getfont(at) == id then
      local told, x_offset, y_offset = properties[at], D.getoffsets(at)
      local text = told and told.glyph_info or utf8.char(getchar(at))
      if text ~= "" or #clusters == 0 then clusters[#clusters + 1] = { text = text, from = x } end
      draw(path, file, fontdata.of(id).characters[getchar(at)].index, size, x + x_offset, y_offset)
      x = x + D.getwidth(at)
    elseif kind == KERN then x = x + D.getkern(at)
    elseif not is_actual_text(at) then break end
    nodes[#nodes + 1], at = at, D.getnext(at)
  end
  return path, clusters, nodes, x
end

-- Each cluster's room; marks have none of their own, and are carried with the letter before them.
local function with_marks(clusters, x, least)
  local made = {}
  for n, cluster in ipairs(clusters) do
    local room = (clusters[n + 1] and clusters[n + 1].from or x) - cluster.from
    local last = made[#made]
    if last and (room < least or last.room < least) then
      last.text, last.room = last.text .. cluster.text, last.room + room
    else made[#made + 1] = { text = cluster.text, room = room } end
  end
  return made
end

-- Draw the word that begins at glyph `first`, and put its carriers in its place, one for each cluster: for one as wide
-- as a word PDFium would lose the space behind it. Returns the list and the last carrier.
function M.word(list, first)
  local id = getfont(first)
  local size = fontdata.of(id).size
  local symbola = scripts.symbola()
  if not symbola then return list, first end
  local path, clusters, nodes, x = read(first, id, scripts.drawn[id], size)
  local made, last = { literal(0, table.concat(path, " ")), literal(1, "3 Tr") }, nil
  for _, cluster in ipairs(with_marks(clusters, x, size // 20)) do
    local code, width = carrier(symbola, cluster.text, cluster.room)
    if not code then return list, first end
    last = D.new(GLYPH, 256)
    setfield(last, "font", symbola); setfield(last, "char", code)
    made[#made + 1], made[#made + 2] = last, D.new(KERN, 1)
    D.setkern(made[#made], cluster.room - width)
  end
  made[#made + 1] = literal(1, "0 Tr")
  for _, n in ipairs(made) do list = D.insert_before(list, first, n) end
  for _, n in ipairs(nodes) do
    list = D.remove(list, n)
    D.free(n)
  end
  return list, last
end

return M
