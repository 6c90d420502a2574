-- cvpress-scripts.lua: the faces of scripts other than Latin.
-- In: the scripts that a document uses, the class of its text face (Serif or Sans) and its language.
-- Out: for a character and the font it stands in, the font that sets it: of the same size and weight.
-- A font is loaded when the first character of its script comes; the fonts are switched before hyphenation and shaping,
-- so that HarfBuzz sees whole words in one font.
-- The same rows, with the packages that bring the files, stand in src/cvpress/typeset/faces.py; a test compares them.
local M = {}

-- The CJK collection's faces differ in how a country draws a character: which of them, and the language it shapes for.
local REGIONS = { ja = { 0, "jan" }, ko = { 1, "kor" }, zh = { 2, "zhs" } }
local class, region = "Serif", REGIONS.zh
function M.style(name, lang) class, region = name, REGIONS[lang:lower():match("^%a+")] or REGIONS.zh end

local HARF = "mode=harf;-tlig;script="
-- ranges: pairs of first and last code point
local SCRIPTS = {
  han = { ranges = { 0x2E80, 0x9FFF, 0xAC00, 0xD7AF, 0xF900, 0xFAFF, 0xFF00, 0xFFEF, 0x20000, 0x3FFFF },
    Serif = "NotoSerifCJK-%s.ttc", Sans = "NotoSansCJK-%s.ttc" },
  arabic = { ranges = { 0x600, 0x6FF, 0x750, 0x77F, 0x870, 0x8FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFC },
    Serif = "NotoNaskhArabic-%s.ttf", Sans = "NotoSansArabic-%s.ttf", features = HARF .. "arab" },
  hebrew = { ranges = { 0x590, 0x5FF, 0xFB1D, 0xFB4F },
    Serif = "NotoSerifHebrew-%s.ttf", Sans = "NotoSansHebrew-%s.ttf", features = HARF .. "hebr" },
}

local function load(spec, size)
  local found = luaotfload.define_font(spec, size)
  if type(found) == "table" then
    local new = font.define(found)
    fonts.definers.register(found, new)
    found = new
  end
  return found
end

for name, script in pairs(SCRIPTS) do
  script.name = name
  script.font = setmetatable({}, { __index = function(t, id)
    local base = font.getfont(id)
    local file = script[class]:format((base.name or ""):find("cvbold", 1, true) and "Bold" or "Regular")
    local features = script.features
    if name == "han" then
      file = ("%s(%d)"):format(file, region[1])
      features = ("mode=node;script=hani;-tlig;language=%s"):format(region[2])
    end
    t[id] = load(("file:%s:%s;"):format(file, features), base.size)
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

return M
