-- cvpress-nodes.lua: what is done to TeX's node lists.
-- spaces(box)   puts a real space glyph under every word space: without one pypdf reads "Theofficeaffluent", pdfium
-- "ThroughputQu"
-- install(...)  before hyphenation: each script gets its font, Han and URLs get their break points
local M = {}
local D = node.direct
local GLYPH, GLUE, KERN = node.id("glyph"), node.id("glue"), node.id("kern")
local HLIST, VLIST = node.id("hlist"), node.id("vlist")
local getid, getfield, setfield, getnext = D.getid, D.getfield, D.setfield, D.getnext
local getfont, getchar, getsubtype, getlist = D.getfont, D.getchar, D.getsubtype, D.getlist
local scripts, carriers = require("cvpress-scripts"), require("cvpress-carriers")
local fontdata = require("cvpress-fontdata")
M.style = scripts.style

-- ---- word spaces ------------------------------------------------------------------------------------------------
local space_width = setmetatable({}, { __index = function(t, id)
  local font = fontdata.of(id)
  local char = font and font.characters and font.characters[32]
  -- not in Computer Modern's math fonts (32 is psi), not in the emoji font (no outline to embed); where letters join, a
  -- text font's space does: but between words from right to left pypdf needs their own
  local outlines = font and (font.format == "opentype" or font.format == "truetype")
  local shaped = outlines and font.name:find("mode=harf", 1, true)
  if not outlines or shaped and not (font.name:find("script=arab", 1, true) or font.name:find("script=hebr", 1, true)) then
    char = nil
  end
  t[id] = char and char.width or false
  return t[id]
end })

local WORD = { [0] = "wide", [13] = true, [14] = true } -- glue subtypes: user, spaceskip, xspaceskip

-- The blank glyph of the CJK faces is measured wrong by PDF/A validators; that of an Arabic or Hebrew face is needed, else
-- PDFium reads the digits behind it backwards.
local is_cjk = setmetatable({}, { __index = function(t, id)
  t[id] = (fontdata.of(id).name or ""):find("CJK", 1, true) ~= nil
  return t[id]
end })

-- Insert glyph 32 and a kern that takes its width back, before `glue`, in the text font of the glyph before it.
local function insert_space(list, glue, like)
  local id = getfont(like)
  if not space_width[id] or is_cjk[id] then id = scripts.base(id) end
  local width = space_width[id]
  if not width then return list end
  local ef = getfield(like, "expansion_factor") -- as its neighbour, else each space would end the text object
  local glyph = D.new(GLYPH, 256)
  setfield(glyph, "font", id); setfield(glyph, "char", 32); setfield(glyph, "expansion_factor", ef)
  local kern = D.new(KERN, 1)
  D.setkern(kern, -(width + math.floor(width * ef / 1000000 + .5)))
  list = D.insert_before(list, glue, glyph)
  return (D.insert_before(list, glue, kern))
end

local walk
local function hlist(box)
  local list, last, pending = getlist(box), nil, nil
  local set, sign, order = getfield(box, "glue_set"), getfield(box, "glue_sign"), getfield(box, "glue_order")
  local current = list
  while current do
    local id = getid(current)
    if id == GLYPH then
      if pending and last then list = insert_space(list, pending, last) end
      pending = nil
      if scripts.drawn[getfont(current)] then list, current = carriers.word(list, current) end
      if space_width[scripts.base(getfont(current))] then last = current end
    elseif id == GLUE then
      local kind = WORD[getsubtype(current)]
      if kind == true then pending = pending or current
      elseif kind and last then
        local width = D.effective_glue(current, box)
        if width > (space_width[scripts.base(getfont(last))] or 0) * .6 then pending = pending or current end
      end
    elseif id == HLIST or id == VLIST then
      local first = walk(current)
      if first then
        if pending and last then list = insert_space(list, pending, last) end
        pending, last = nil, first
      end
    end
    current = getnext(current)
  end
  D.setlist(box, list)
  return last
end

-- Returns the last glyph seen, so that the box that holds this one knows which font a space after it should have.
function walk(box)
  if getid(box) == HLIST then return hlist(box) end
  local last
  for inner in D.traverse(getlist(box)) do
    local id = getid(inner)
    if id == HLIST or id == VLIST then last = walk(inner) or last end
  end
  return last
end

function M.spaces(number)
  local box = tex.box[number]
  if box then walk(D.todirect(box)) end
end

-- ---- scripts ----------------------------------------------------------------------------------------------------
local function set(text) local t = {} for _, c in utf8.codes(text) do t[c] = true end return t end
local OPENING = set("（［｛「『【《〈〔〖〘｟")
local CLOSING = set("）］｝」』】》〉〕〗〙｠、。，．：；！？・ー々〻ぁぃぅぇぉっゃゅょァィゥェォッャュョ")

-- A break is allowed between Han characters, and between Han and a Latin letter or digit; never after an opening
-- bracket, before a closing mark, or at the curly quotes, which stay Latin and narrow. Korean breaks at its spaces, and
-- where that would leave too much white, between syllables.
local function is_hangul(c) return c >= 0xAC00 and c <= 0xD7AF end
local function breakable(a, b, han_a, han_b)
  if is_hangul(a) or is_hangul(b) then return false end
  if han_a and han_b then return not OPENING[a] and not CLOSING[b] end
  local latin = han_a and b or a
  local word = latin >= 48 and latin <= 57 or latin >= 65 and latin <= 90 or latin >= 97 and latin <= 122
  return word and not (han_a and OPENING[a]) and not (han_b and CLOSING[b])
end

local PENALTY = node.id("penalty")
local function break_before(head, current, penalty, stretch)
  local p = D.new(PENALTY); setfield(p, "penalty", penalty)
  head = D.insert_before(head, current, p)
  if stretch > 0 then
    local g = D.new(GLUE, 0); setfield(g, "stretch", stretch)
    head = D.insert_before(head, current, g)
  end
  return head
end

-- ---- URLs: a break after these marks is cheap, elsewhere dear but allowed ---------------------------------------
local URL_MARK = set("/._?=&#:@~+,;%")
local url_attribute

-- While TeX hyphenates, a URL's hyphens hide behind this code: a break there would leave open whose hyphen it is.
local HYPHEN, HIDDEN = 45, 0xF002D

-- A line that ends within a URL may stay short by 10 em and more, else its few word spaces would be spread over it, or
-- the URL broken within a word. On a line that does not, the second glue takes back what the first gives. Their subtype
-- is none of word spaces: see `hlist`.
local RAGGED = 9 -- as \rightskip
local function url_break(head, current, penalty)
  local stretch = 10 * (fontdata.of(getfont(current)).parameters.quad or 655360)
  local function add(id, field, value)
    local n = id == GLUE and D.new(GLUE, RAGGED) or D.new(id)
    setfield(n, field, value)
    head = D.insert_before(head, current, n)
  end
  add(PENALTY, "penalty", 10000); add(GLUE, "stretch", stretch)
  add(PENALTY, "penalty", penalty); add(GLUE, "stretch", -stretch)
  return head
end

local STOP = { [0x21] = true, [0x3F] = true }
-- A combining mark belongs to the letter before it, as does a joiner.
local function is_mark(c)
  return c >= 0x300 and (c <= 0x36F or c >= 0x483 and c <= 0x489 or c >= 0x1AB0 and c <= 0x1AFF or c >= 0x1DC0
    and c <= 0x1DFF or c == 0x200C or c == 0x200D or c >= 0x20D0 and c <= 0x20FF or c >= 0xFE20 and c <= 0xFE2F)
end

-- Set a letter and its marks, from `glyph` on, in one font that has them all; else each where it is to be had.
local function lend(glyph)
  local id, cluster, members, at = getfont(glyph), {}, {}, glyph
  if scripts.is_pictures(id) then return end
  repeat
    cluster[#cluster + 1], members[#members + 1] = getchar(at), at
    at = getnext(at)
  until not at or getid(at) ~= GLYPH or not is_mark(getchar(at))
  if #cluster == 1 and scripts.has(id, cluster) then return end
  local whole = scripts.lend(id, cluster)
  for n, member in ipairs(members) do
    local one = { cluster[n] }
    setfield(member, "font", whole or not scripts.has(id, one) and scripts.lend(id, one) or id)
  end
end
local function prepare(head, has_scripts)
  local hidden = {}
  local previous, script_before, han_before, current = nil, false, false, head
  while current do
    local after = getnext(current)
    if getid(current) == GLYPH then
      local c = getchar(current)
      local script = has_scripts and scripts.of[c]
      local mark = previous and c >= 0x300 and is_mark(c)
      if mark and script_before then script = script_before end
      local own = script and scripts.set(script, getfont(current), c)
      if own then setfield(current, "font", own)
      elseif mark and not is_mark(getchar(previous)) then lend(previous)
      elseif c >= 0x80 and not mark then lend(current) end
      local is = script and (script.name == "han" or script.name == "hangul")
      if previous then
        local p = getchar(previous)
        if (is or han_before) then
          if is_hangul(p) and is_hangul(c) then head = break_before(head, current, 500, 0)
          elseif breakable(p, c, han_before, is) then
            head = break_before(head, current, 0, getfield(current, "width") // 12)
          end
        elseif script or script_before then -- whose letters join
        elseif D.get_attribute(current, url_attribute) and D.get_attribute(previous, url_attribute) then
          if p == HIDDEN or c == HYPHEN then -- no break
          elseif URL_MARK[p] and not URL_MARK[c] then head = url_break(head, current, 150)
          else head = url_break(head, current, 3000) end
        elseif STOP[p] and STOP[c] then -- Libertine has ligatures for ?! and !!, which extract as U+2048 and U+203C
          head = D.insert_before(head, current, D.new(KERN, 1))
        end
      end
      if c == HYPHEN and D.get_attribute(current, url_attribute) then
        setfield(current, "char", HIDDEN)
        hidden[#hidden + 1] = current
      end
      previous, script_before, han_before = current, script, is
    else previous, script_before, han_before = nil, false, false end
    current = after
  end
  return head, hidden
end

-- `names`: the scripts that the document uses beyond Latin.
function M.install(attribute, names)
  url_attribute = attribute
  scripts.use(names)
  luatexbase.add_to_callback("hyphenate", function(head, tail)
    local first, hidden = prepare(D.todirect(head), names ~= "")
    lang.hyphenate(D.tonode(first), tail)
    for _, glyph in ipairs(hidden) do setfield(glyph, "char", HYPHEN) end
    return true
  end, "cvpress.breaks")
end

-- ---- fonts ------------------------------------------------------------------------------------------------------
-- A missing file is an error here: luaotfload would look for it by building its database of all fonts, for 40 s.
function M.fontfile(file, package)
  if not kpse.find_file(file, "opentype fonts") and not kpse.find_file(file, "truetype fonts") then
    texio.write_nl("! cvpress: font file " .. file .. " is missing; install the package " .. package)
    tex.error("cvpress: font file " .. file .. " is missing", { "Install the package " .. package .. "." })
  end
  local bold = file:find("[Bb]old") or file:find("_RZ") or file:find("_RB")
  return "file:" .. file .. ":" .. (bold and "cvbold;" or "")
end

-- EB Garamond's bold is unfinished: its N, W, x, z and & are those of the regular, its hyphen is a dash. The letters
-- come from the fallback like those that it lacks; the hyphen stands in discretionaries too and has to be of the font.
function M.ebgaramond(features)
  fontdata.with_luaotfload(function() M.install_ebgaramond(features) end)
end
function M.install_ebgaramond(features)
  local spec = M.fontfile("LinLibertine_RB.otf", "fonts-linuxlibertine") .. features
  luaotfload.add_fallback("cvebgaramond", { spec })
  luatexbase.add_to_callback("luaotfload.patch_font", function(data)
    if not (data.name or ""):find("EBGaramond12-Bold", 1, true) then return end
    for c in ("NWxz&"):gmatch(".") do data.characters[c:byte()] = nil end
    local id = luaotfload.define_font(spec, data.size)
    if type(id) == "table" then
      local found = id
      id = font.define(found)
      fonts.definers.register(found, id)
    end
    local hyphen = fontdata.of(id).characters[HYPHEN]
    data.type, data.fonts = "virtual", { { id = 0 }, { id = id } }
    data.characters[HYPHEN] = { width = hyphen.width, height = hyphen.height, depth = hyphen.depth,
      commands = { { "slot", 2, HYPHEN } } }
  end, "cvpress.ebgaramond")
end

-- Microtypography by luaotfload's own features (microtype.sty does the same for 0.04 s a run).
-- Letters stretch or shrink by up to 2 %; marks hang into the margin by these shares of their width (left, right).
local function microtype()
  fonts.protrusions.setups.cvpress = { factor = 1, left = 1, right = 1,
    [0x2C] = { 0, .7 }, [0x2E] = { 0, .7 }, [0x3A] = { 0, .4 }, [0x3B] = { 0, .4 }, [0x2D] = { 0, .6 },
    [0x2010] = { 0, .6 },
    [0x2013] = { 0, .35 }, [0x2014] = { 0, .25 }, [0x28] = { .1, 0 }, [0x29] = { 0, .1 },
    [0x5B] = { .1, 0 }, [0x5D] = { 0, .1 },
    [0x2018] = { .5, .4 }, [0x2019] = { .4, .5 }, [0x201C] = { .4, .3 }, [0x201D] = { .3, .4 },
    [0x41] = { .04, .04 }, [0x54] = { .05, .05 }, [0x56] = { .04, .04 }, [0x57] = { .03, .03 }, [0x59] = { .05, .05 },
    [0x72] = { 0, .04 }, [0x79] = { 0, .04 }, [0x76] = { 0, .03 }, [0x77] = { 0, .03 }, [0x2A] = { 0, .3 } }
end
function M.microtype() fontdata.with_luaotfload(microtype) end

return M
