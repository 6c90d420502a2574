-- cvpress-tracking.lua: letters set apart, in fonts whose name asks for it: "cvtrack5;" is 5 % of an em between two.
-- After the engine's own kerning, so that pairs keep their kern. luaotfload's letterspace does the same, but a run from a
-- format has no luaotfload.
local M = {}
local D = node.direct
local GLYPH, KERN, DISC, GLUE = node.id("glyph"), node.id("kern"), node.id("disc"), node.id("glue")
local getid, getnext, getfont, getfield, setfield = D.getid, D.getnext, D.getfont, D.getfield, D.setfield
local fontdata = require("cvpress-fontdata")

local amount_of = setmetatable({}, { __index = function(t, id)
  local data = fontdata.of(id)
  local percent = data and (data.name or ""):match("cvtrack(%d+)")
  t[id] = percent and math.floor(data.parameters.quad * percent / 100 + .5) or false
  return t[id]
end })

local function kern_before(n, amount)
  local kern = D.new(KERN, 1)
  D.setkern(kern, amount)
  D.insert_before(D.getprev(n), n, kern)
end

-- Whether a place to hyphenate shows a letter where it is not used, as a hyphen of the text; a kern is no letter.
local function shows_letter(disc)
  local shown = getfield(disc, "replace")
  return shown and D.has_glyph(shown)
end

-- What stands between two letters of one font grows by `amount`, be it nothing, a kern, a word space or a hyphenation.
local function set_apart(between, glyph, amount)
  local id = between and getid(between)
  if not between then kern_before(glyph, amount)
  elseif id == KERN then D.setkern(between, D.getkern(between) + amount)
  elseif id == GLUE then
    if getfield(between, "width") > 0 then setfield(between, "width", getfield(between, "width") + amount) end
  elseif id == DISC then
    kern_before(glyph, amount)
    if shows_letter(between) then kern_before(between, amount) end
  end
end

local function track(head)
  local font, between, many -- of the last letter; the one node since then; whether there are more
  for n in D.traverse(head) do
    if getid(n) == GLYPH then
      local amount = amount_of[getfont(n)]
      if amount and font == getfont(n) and not many then set_apart(between, n, amount) end
      font, between, many = getfont(n), nil, false
    else between, many = n, between ~= nil end
  end
end

function M.install()
  luatexbase.add_to_callback("kerning", function(head, tail)
    node.kerning(head, tail)
    track(D.todirect(head))
  end, "cvpress.tracking")
end

return M
