-- cvpress-scripts.lua: the faces of scripts other than Latin, and of characters that the text face lacks.
-- In: the scripts that a document uses, the class of its text face (Serif or Sans) and its language.
-- Out: for a character and the font it stands in, the font that sets it: of the same size, weight and slope.
-- A font is loaded when the first character for it comes; fonts are switched before hyphenation and shaping, so that
-- HarfBuzz sees whole words in one font.
-- The same rows, with the packages that bring the files, stand in src/cvpress/typeset/faces.py; a test compares them.
local M = {}
local fontdata = require("cvpress-fontdata")

-- The CJK collection's faces differ in how a country draws a character: which of them, and the language it shapes for.
local REGIONS = { ja = { 0, "jan" }, ko = { 1, "kor" }, zh = { 2, "zhs" } }
local class, region = "Serif", REGIONS.zh
function M.style(name, lang) class, region = name, REGIONS[lang:lower():match("^%a+")] or REGIONS.zh end

-- HarfBuzz shapes them: luaotfload's own shaper sets no Devanagari cluster right. ranges: pairs of first and last code
-- point. drawn: no extractor reads the glyphs in order (cvpress-carriers.lua).
local function noto(name, tag, ranges, drawn)
  return { ranges = ranges, Serif = "NotoSerif" .. name .. "-%s.ttf", Sans = "NotoSans" .. name .. "-%s.ttf",
    features = "mode=harf;-tlig;script=" .. tag, drawn = drawn }
end
-- A script with one face for both classes.
local function alone(file, tag, ranges, drawn)
  return { ranges = ranges, Serif = file, Sans = file, features = "mode=harf;-tlig;script=" .. tag, drawn = drawn }
end
local SCRIPTS = {
  han = { ranges = { 0x2E80, 0x312F, 0x3190, 0x9FFF, 0xF900, 0xFAFF, 0xFF00, 0xFFEF, 0x20000, 0x3FFFF },
    Serif = "NotoSerifCJK-%s.ttc", Sans = "NotoSansCJK-%s.ttc" },
  -- A font file of its own in the PDF: of one with Han and hangul, validators of PDF/A measure the widths wrong.
  hangul = { ranges = { 0x1100, 0x11FF, 0x3130, 0x318F, 0xA960, 0xA97F, 0xAC00, 0xD7FF },
    Serif = "NotoSerifCJK-%s.ttc", Sans = "NotoSansCJK-%s.ttc" },
  arabic = noto("Arabic", "arab", { 0x600, 0x6FF, 0x750, 0x77F, 0x870, 0x8FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFC }),
  armenian = noto("Armenian", "armn", { 0x530, 0x58F, 0xFB13, 0xFB17 }),
  hebrew = noto("Hebrew", "hebr", { 0x590, 0x5FF, 0xFB1D, 0xFB4F }),
  devanagari = noto("Devanagari", "dev2", { 0x900, 0x97F, 0x1CD0, 0x1CFF, 0xA8E0, 0xA8FF }, true),
  bengali = noto("Bengali", "bng2", { 0x980, 0x9FF }, true),
  gurmukhi = noto("Gurmukhi", "gur2", { 0xA00, 0xA7F }, true),
  gujarati = noto("Gujarati", "gjr2", { 0xA80, 0xAFF }, true),
  tamil = noto("Tamil", "tml2", { 0xB80, 0xBFF }, true),
  telugu = noto("Telugu", "tel2", { 0xC00, 0xC7F }, true),
  kannada = noto("Kannada", "knd2", { 0xC80, 0xCFF }, true),
  malayalam = noto("Malayalam", "mlm2", { 0xD00, 0xD7F }, true),
  sinhala = noto("Sinhala", "sinh", { 0xD80, 0xDFF }, true),
  thai = noto("Thai", "thai", { 0xE00, 0xE7F }, true),
  lao = noto("Lao", "lao", { 0xE80, 0xEFF }, true),
  myanmar = noto("Myanmar", "mym2", { 0x1000, 0x109F }, true),
  georgian = noto("Georgian", "geor", { 0x10A0, 0x10FF, 0x1C90, 0x1CBF, 0x2D00, 0x2D2F }),
  ethiopic = noto("Ethiopic", "ethi", { 0x1200, 0x139F, 0x2D80, 0x2DDF, 0xAB00, 0xAB2F }),
  khmer = noto("Khmer", "khmr", { 0x1780, 0x17FF, 0x19E0, 0x19FF }, true),
  oriya = alone("NotoSansOriya-%s.ttf", "ory2", { 0xB00, 0xB7F }, true),
  tibetan = alone("NotoSerifTibetan-%s.ttf", "tibt", { 0xF00, 0xFFF }, true),
  cherokee = alone("NotoSansCherokee-%s.ttf", "cher", { 0x13A0, 0x13FF, 0xAB70, 0xABBF }),
  canadian = alone("NotoSansCanadianAboriginal-%s.ttf", "cans", { 0x1400, 0x167F, 0x18B0, 0x18FF }),
  coptic = alone("NotoSansCoptic-Regular.ttf", "copt", { 0x3E2, 0x3EF, 0x2C80, 0x2CFF }),
  hieroglyphs = alone("NotoSansEgyptianHieroglyphs-Regular.ttf", "egyp", { 0x13000, 0x1342F }),
  runic = alone("NotoSansRunic-Regular.ttf", "runr", { 0x16A0, 0x16FF }),
  ogham = alone("NotoSansOgham-Regular.ttf", "ogam", { 0x1680, 0x169F }),
  gothic = alone("NotoSansGothic-Regular.ttf", "goth", { 0x10330, 0x1034F }),
  cuneiform = alone("NotoSansCuneiform-Regular.ttf", "xsux", { 0x12000, 0x1254F }),
  tifinagh = alone("NotoSansTifinagh-Regular.ttf", "tfng", { 0x2D30, 0x2D7F }),
  yi = alone("NotoSansYi-Regular.ttf", "yi", { 0xA000, 0xA4CF }),
  vai = alone("NotoSansVai-Regular.ttf", "vai", { 0xA500, 0xA63F }),
}
SCRIPTS.arabic.Serif = "NotoNaskhArabic-%s.ttf"
function M.names()
  local names = {}
  for name in pairs(SCRIPTS) do names[#names + 1] = name end
  return table.concat(names, ",")
end
-- What the text face lacks, the first of these lends that has it: upright, italic, bold, bold italic.
local SYMBOLS = { { "NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Bold.ttf",
    "NotoSansSymbols-Bold.ttf" }, { "NotoSansSymbols2-Regular.ttf" }, { "NotoSansMath-Regular.ttf" },
  { "Symbola_hint.ttf" } }
local LENDERS = {
  Serif = {
    { "LinLibertine_R.otf", "LinLibertine_RI.otf", "LinLibertine_RZ.otf", "LinLibertine_RZI.otf" },
    { "GentiumPlus-Regular.ttf", "GentiumPlus-Italic.ttf", "GentiumPlus-Bold.ttf", "GentiumPlus-BoldItalic.ttf" },
    { "NotoSerif-Regular.ttf", "NotoSerif-Italic.ttf", "NotoSerif-Bold.ttf", "NotoSerif-BoldItalic.ttf" },
    table.unpack(SYMBOLS) },
  Sans = {
    { "NotoSans-Regular.ttf", "NotoSans-Italic.ttf", "NotoSans-Bold.ttf", "NotoSans-BoldItalic.ttf" },
    table.unpack(SYMBOLS) },
}

-- Several characters may share a glyph (an Arabic letter and its isolated form): it reads back as the first of them.
-- luaotfload 3.23 takes any.
local function name_glyphs(id)
  local data, first, renamed = fontdata.of(id), {}, {}
  for c, glyph in pairs(data.hb.shared.unicodes) do first[glyph] = math.min(first[glyph] or c, c) end
  for c, glyph in pairs(data.hb.shared.unicodes) do
    if first[glyph] ~= data.hb.shared.nominals[glyph] then
      local old = data.characters[c]
      renamed[c] = { index = glyph, width = old.width, height = old.height, depth = old.depth,
        tounicode = first[glyph] }
    end
  end
  font.addcharacters(id, { characters = renamed })
end

local function find(file) return kpse.find_file(file, "opentype fonts") or kpse.find_file(file, "truetype fonts") end

-- The font of a file, or nil where that is not installed: luaotfload itself would take another. What then has no glyph
-- was told before TeX ran (typeset/coverage.py).
local function load(file, features, size)
  local spec = ("file:%s:%s;"):format(file .. (features:match("^%(%d%)") or ""), features:gsub("^%(%d%)", ""))
  local found = fontdata.find(spec, size)
  if found then return found end
  if not find(file) then return nil end
  found = fontdata.load(spec, size)
  if fontdata.of(found).hb then name_glyphs(found) end
  return found
end

M.drawn = {} -- font of a script whose words are drawn -> its file
local base_of = {} -- font of a script -> the text font in whose place it stands
function M.base(id) return base_of[id] or id end

for name, script in pairs(SCRIPTS) do
  script.name = name
  script.font = setmetatable({}, { __index = function(t, id)
    local base = fontdata.of(id)
    local file = script[class]:format((base.name or ""):find("cvbold", 1, true) and "Bold" or "Regular")
    local features = script.features or
      ("(%d)mode=base;script=hani;-tlig;language=%s"):format(table.unpack(name == "hangul" and REGIONS.ko or region))
    t[id] = load(file, features, base.size) or id
    if t[id] ~= id then
      base_of[t[id]] = id
      M.drawn[t[id]] = script.drawn and find(file)
    end
    return t[id]
  end })
end

local used = {}
function M.use(names) for name in names:gmatch("%a+") do used[#used + 1] = SCRIPTS[name] end end

-- Code point -> its script among those that the document uses, or false.
M.of = setmetatable({}, { __index = function(t, c)
  local found = false
  for _, script in ipairs(used) do
    for at = 1, #script.ranges, 2 do
      if c >= script.ranges[at] and c <= script.ranges[at + 1] then found = script end
    end
  end
  t[c] = found
  return found
end })

-- ---- what a font lacks ------------------------------------------------------------------------------------------
-- The fonts of emoji and their carriers need nothing lent: what they lack joins or chooses, and is not seen.
local EVERYTHING = setmetatable({}, { __index = function() return true end })
local characters = setmetatable({}, { __index = function(t, id)
  local data = fontdata.of(id)
  local name = data and data.name or ""
  local whole = not data or not base_of[id] and name:find("mode=harf", 1, true)
  t[id] = whole and EVERYTHING or data.characters
  return t[id]
end })

function M.is_pictures(id) return characters[id] == EVERYTHING end

-- Whether font `id` has all the code points of `cluster`: a letter and its marks.
function M.has(id, cluster)
  local have = characters[id]
  for _, c in ipairs(cluster) do if not have[c] then return false end end
  return true
end

local function script_of(c)
  return c >= 0x370 and (c < 0x400 or c >= 0x1F00 and c < 0x2000) and "grek" or c >= 0x400 and c < 0x530 and "cyrl"
    or "latn"
end

local lent = {} -- font, file and script -> font or false
local function lender(id, files, script, drawn)
  local base = fontdata.of(id)
  local name = base.name or ""
  local bold = name:find("cvbold", 1, true)
  local italic = name:find("[Ii]talic") or name:find("_R[BZ]?I%.")
  local file = files[(bold and 3 or 1) + (italic and 1 or 0)] or files[1]
  local key = id .. file .. script .. (drawn and "drawn" or "")
  if lent[key] == nil then
    local features = (drawn and "mode=harf" or "mode=base;language=dflt") .. ";-tlig;script=" .. script
    for _, feature in ipairs { "%+smcp", "%+c2sc", "cvtrack%d+", "%+onum", "%+lnum" } do
      features = features .. ";" .. (name:match(feature) or "")
    end
    lent[key] = load(file, features, base.size) or false
    if lent[key] then
      base_of[lent[key]] = id
      M.drawn[lent[key]] = drawn and find(file)
    end
  end
  return lent[key]
end

local symbola
-- The font whose glyphs carry text, or nil. It has one size for all: of a second size LuaTeX embeds no widths.
function M.symbola()
  if symbola == nil then symbola = load("Symbola_hint.ttf", "mode=node;-tlig;-kern;-liga", 8 * 65536) or false end
  return symbola or nil
end

-- The font that sets `c` of `script` in place of `id`, or nil.
function M.set(script, id, c)
  local found = script.font[id]
  return found ~= id and fontdata.of(found).characters[c] and found or nil
end

-- The font that sets `cluster` in place of `id`, or nil. A letter with marks is drawn: the marks are off the line.
function M.lend(id, cluster)
  for _, files in ipairs(LENDERS[class]) do
    local found = lender(id, files, script_of(cluster[1]), #cluster > 1)
    if found and M.has(found, cluster) then return found end
  end
end

return M
