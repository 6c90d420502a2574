-- cvpress-pdf.lua: links, outline and metadata, written by LuaTeX's own primitives.
-- In: strings as they stand in the .tex file. Out: PDF objects. hyperref and bookmark do the same for 0.08 s and a
-- second pass.
local M = {}

local MACRO = { -- what may stand in a title, as plain text
  textbackslash = "\\", textasciitilde = "~", textasciicircum = "^", textbar = "|", textless = "<", textgreater = ">",
  textquotesingle = "'", textasciigrave = "`", textdollar = "$", textunderscore = "_", textbraceleft = "{",
  textbraceright = "}",
  alpha = "α", beta = "β", gamma = "γ", delta = "δ", epsilon = "ε", lambda = "λ", mu = "μ", pi = "π", sigma = "σ",
  tau = "τ", omega = "ω", times = "×", cdot = "·", leq = "≤", geq = "≥", pm = "±", infty = "∞", to = "→",
}

-- TeX source of a title -> the text a reader sees; macros that only dress their argument vanish.
function M.plain(source)
  local text = source:gsub("\\cvlink *%b{}", "") -- its first argument is an address
  text = text:gsub("\\([#%%&_${}])", function(c) return ("\1%02x"):format(c:byte()) end)
  text = text:gsub("\\ ", " "):gsub("\\,", " "):gsub("~", " ")
  text = text:gsub("\\(%a+) *", function(name) return (MACRO[name] or ""):gsub("[~\\{}$]", function(c)
    return ("\1%02x"):format(c:byte()) end) end)
  text = text:gsub("[{}$\\]", "")
  return (text:gsub("\1(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end):gsub("%s+", " "))
end

-- Text -> PDF string in UTF-16BE as hexadecimal digits.
local function hex(text)
  local out = { "FEFF" }
  for _, c in utf8.codes(text) do
    if c < 0x10000 then out[#out + 1] = ("%04X"):format(c)
    else
      c = c - 0x10000
      out[#out + 1] = ("%04X%04X"):format(0xD800 + c // 0x400, 0xDC00 + c % 0x400)
    end
  end
  return "<" .. table.concat(out) .. ">"
end

-- Argument of \cvlink -> the inside of a PDF string: escapes undone, other than ASCII percent-encoded.
function M.url(source)
  local url = source:gsub("##", "#"):gsub("\\([#%%&_~^{}$\\])", "%1")
  return (url:gsub("[()\\]", "\\%0"):gsub("[\128-\255 ]", function(c) return ("%%%02X"):format(c:byte()) end))
end

local marks = {}
function M.bookmark(level, source) marks[#marks + 1] = { level = level, text = M.plain(source), kids = 0 } end
function M.count() return #marks end
function M.kids(i) return marks[i].kids end
function M.outline(i) return hex(marks[i].text) end

-- Called after the last page: the outline (an entry needs the number of its children first), Info and Catalog.
function M.finish(title, author, lang)
  local parents = {}
  for _, mark in ipairs(marks) do
    local level = math.min(mark.level, #parents + 1)
    for i = #parents, level, -1 do parents[i] = nil end
    if parents[level - 1] then parents[level - 1].kids = parents[level - 1].kids + 1 end
    parents[level] = mark
  end
  pdf.setinfo(("/Title%s/Author%s"):format(hex(M.plain(title)), hex(M.plain(author))))
  local catalog = ("/Lang(%s)/ViewerPreferences<</DisplayDocTitle true>>"):format(lang)
  if #marks > 0 then catalog = catalog .. "/PageMode/UseOutlines" end
  pdf.setcatalog(catalog)
end

-- PDF operators that clip to a shape of this many sp a side, whose lower left corner is here. The circle is the usual
-- one of four Bezier curves (0.5523, off by 0.03 %).
function M.clip(shape, side)
  local r = side / 65781.76 / 2 -- sp to bp
  if shape == "square" then return ("0 0 %.3f %.3f re W n"):format(2 * r, 2 * r) end
  local near, far = r * (1 - 0.5523), r * (1 + 0.5523)
  return ("%.3f 0 m %.3f 0 %.3f %.3f %.3f %.3f c %.3f %.3f %.3f %.3f %.3f %.3f c "):format(
    r, far, 2 * r, near, 2 * r, r, 2 * r, far, far, 2 * r, r, 2 * r)
    .. ("%.3f %.3f 0 %.3f 0 %.3f c 0 %.3f %.3f 0 %.3f 0 c W n"):format(near, 2 * r, far, r, near, near, r)
end

-- Language tag -> a language that luatex-hyphen has patterns for, or nil.
local PATTERNS = { de = { "ngerman", "german" }, fr = { "french" }, es = { "spanish" }, it = { "italian" },
  pt = { "portuguese" },
  nl = { "dutch" }, da = { "danish" }, sv = { "swedish" }, nb = { "bokmal", "norwegian" },
  fi = { "finnish" }, pl = { "polish" },
  cs = { "czech" }, hu = { "hungarian", "magyar" }, ro = { "romanian" }, tr = { "turkish" }, ru = { "russian" } }
function M.patterns(lang)
  if not luatexhyphen then require("luatex-hyphen") end -- sets a global
  for _, name in ipairs(PATTERNS[lang:lower():match("^%a+")] or {}) do
    if luatexhyphen.lookupname(name) then return name end
  end
end
-- A label with its digits as zeros, the widest figure of a proportional set: "1." and "2." then take the same room.
function M.widest(label) return (label:gsub("%d", "0")) end
-- Latin words in a Chinese, Japanese or Korean text are mostly English.
local AS_ENGLISH = { en = true, zh = true, ja = true, ko = true }
function M.english(lang) return AS_ENGLISH[lang:lower():match("^%a+")] or false end
-- Whether paragraphs in this language run from right to left.
local RIGHT_TO_LEFT = { ar = true, he = true }
function M.right_to_left(lang) return RIGHT_TO_LEFT[lang:lower():match("^%a+")] or false end

return M
