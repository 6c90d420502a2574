-- cvpress-direction.lua: what runs from right to left gets its dir nodes, and its brackets are mirrored.
-- install(attribute, language)  before shaping, by cvpress-bidi.lua, over bold, links and boxes alike.
-- Only documents with such letters load it. cvpress-visual.lua puts the lines in order on paper.
local M = {}
local bidi = require("cvpress-bidi")
local D = node.direct
local getid, getfield, setfield, getnext, getlist = D.getid, D.getfield, D.setfield, D.getnext, D.getlist
local GLYPH, GLUE, DIR, PENALTY = node.id("glyph"), node.id("glue"), node.id("dir"), node.id("penalty")
local HLIST, VLIST, DISC, MATH = node.id("hlist"), node.id("vlist"), node.id("disc"), node.id("math")
local RULE, PAR = node.id("rule"), node.id("local_par")

-- A glyph keeps its class in this attribute, and whether it was mirrored: in a box that is unpacked into a paragraph it
-- comes by again, shaped, and then its number says nothing. The dir nodes made here carry it too.
local attribute
local CODES = { "L", "R", "AL", "AN", "EN", "ES", "ET", "CS", "NSM", "BN", "WS", "ON" }
local NUMBER = {}
for i, name in ipairs(CODES) do NUMBER[name] = i end
local MIRRORED, OURS = 32, 64
local CARRIERS = 0x10E000 -- from here on: cvpress-carriers.lua, the text of an emoji

-- ---- what a node counts as ---------------------------------------------------------------------------------------
local function glyph_class(n)
  local known = D.get_attribute(n, attribute)
  local char = D.getchar(n)
  if known then
    if known >= MIRRORED then return CODES[known - MIRRORED], bidi.mirror[char] or 0 end
    return CODES[known], char
  end
  local class = char < CARRIERS and bidi.class[char] or "ON"
  D.set_attribute(n, attribute, NUMBER[class])
  return class, char
end

-- What a box counts as: its first strong letter, else a number, else nothing.
local function box_class(box)
  local found = "ON"
  for n in D.traverse(getlist(box)) do
    local id = getid(n)
    local class = id == GLYPH and glyph_class(n) or id == HLIST and box_class(n)
    if class == "L" or class == "R" or class == "AL" then return class end
    if class == "EN" or class == "AN" then found = class end
  end
  return found
end

-- "C++" and "C#" are names: these signs go with the Latin letter before them, though the algorithm lets them turn.
local SIGNS = { [0x2B] = true, [0x23] = true }
local function is_sign_of_name(n, before)
  return before == "L" and getid(n) == GLYPH and SIGNS[D.getchar(n)]
end

-- Curly quotes go in pairs like brackets: else the first would stand alone when a Latin title begins a line.
local AS_BRACKET = { [0x201C] = 0x27E8, [0x201D] = 0x27E9 }

local function class_of(n, id)
  if id == GLYPH then return glyph_class(n) end
  -- the glue of a break within an address (cvpress-nodes.lua) has no width: digits on both sides are one number
  if id == GLUE then return (getfield(n, "width") ~= 0 or getfield(n, "stretch_order") > 0) and "WS" or "BN", 0 end
  if id == HLIST then return getfield(n, "width") ~= 0 and (getlist(n) and box_class(n) or "ON") or "BN", 0 end
  if id == VLIST then return "ON", 0 end
  if id == RULE then return getfield(n, "width") ~= 0 and "ON" or "BN", 0 end
  if id == DISC then
    local first = getfield(n, "replace")
    if first and getid(first) == GLYPH then return glyph_class(first) end
  end
  return "BN", 0
end

local function is_endless(n)
  return getid(n) == GLUE and getfield(n, "stretch_order") > 0 and getfield(n, "stretch") > 0
end

-- What two texts stand apart by: a forced break, an infinite stretch, a box that has one (a column, a label).
local function parts(n, id)
  if id == PENALTY then return getfield(n, "penalty") <= -10000 end
  if id ~= HLIST then return is_endless(n) end
  for inner in D.traverse(getlist(n)) do
    if is_endless(inner) then return true end
  end
end

-- ---- dir nodes ----------------------------------------------------------------------------------------------------
local function new_dir(direction, close)
  local n = D.new(DIR)
  setfield(n, "dir", (close and "-" or "+") .. direction)
  D.set_attribute(n, attribute, OURS)
  return n
end

local function mirror(n, level)
  if getid(n) ~= GLYPH then return end
  local known, char = D.get_attribute(n, attribute), D.getchar(n)
  local other = bidi.mirror[char]
  if other and (level % 2 == 1) ~= (known >= MIRRORED) then
    setfield(n, "char", other)
    D.set_attribute(n, attribute, known >= MIRRORED and known - MIRRORED or known + MIRRORED)
  end
end

-- In an Arabic document a comma behind an Arabic letter is an Arabic comma, in the font of that letter.
local arabic = false
local MARKS = { [0x2C] = 0x60C, [0x3B] = 0x61B }
local function localize(n, before, level)
  if not arabic or level % 2 == 0 or not before or getid(n) ~= GLYPH or getid(before) ~= GLYPH then return end
  local mark = MARKS[D.getchar(n)]
  if mark and CODES[D.get_attribute(before, attribute)] == "AL" then
    setfield(n, "char", mark)
    setfield(n, "font", D.getfont(before))
  end
end

local DIRECTION = { [0] = "TLT", "TRT" }

-- Dir nodes around each run of a higher level than `base`. Their closing halves need all that lies inside of a run: what
-- counts for nothing (BN) stays outside at both ends.
local function mark(head, nodes, classes, chars, base)
  local levels = bidi.levels(classes, chars, base)
  local open, last = base, nil -- the level that is open, the last node that counted
  local function go(level, at)
    while open > level do
      local dir = new_dir(DIRECTION[open % 2], true)
      head = D.insert_after(head, last, dir)
      last = dir
      open = open - 1
    end
    while open < level do
      open = open + 1
      head = D.insert_before(head, at, (new_dir(DIRECTION[open % 2], false)))
    end
  end
  for i, n in ipairs(nodes) do
    if classes[i] ~= "BN" then
      if levels[i] ~= open then
        -- a run of level 2 beside another run of level 2 inside of level 1 closes alone
        go(math.min(levels[i], open), n)
        go(levels[i], n)
      end
      mirror(n, levels[i])
      localize(n, nodes[i - 1], levels[i])
      last = n
    end
  end
  go(base)
  return head
end

-- The stretch from `first` up to `stop`: texts that stand apart are resolved each by itself; what stands
-- between dir nodes of others (\textdir) counts as one letter of their direction outside, a formula as a neutral, and has a
-- base of its own inside.
local function resolve(head, first, stop, base)
  local nodes, classes, chars = {}, {}, {}
  local function flush()
    if #nodes > 0 then head = mark(head, nodes, classes, chars, base) end
    nodes, classes, chars = {}, {}, {}
  end
  local function add(n, class, char) nodes[#nodes + 1], classes[#nodes + 1], chars[#nodes + 1] = n, class, char end
  local n = first
  while n and n ~= stop do
    local id = getid(n)
    local after = getnext(n)
    if parts(n, id) then flush()
    elseif id == DIR or id == MATH then
      local depth, close = 1, after
      while close do
        local cid = getid(close)
        if id == MATH and cid == MATH then break end
        if id == DIR and cid == DIR then
          depth = depth + (getfield(close, "dir"):sub(1, 1) == "+" and 1 or -1)
          if depth == 0 then break end
        end
        close = getnext(close)
      end
      if close then
        if id == DIR then head = resolve(head, after, close, getfield(n, "dir") == "+TRT" and 1 or 0) end
        local class = id == MATH and "ON" or getfield(n, "dir") == "+TRT" and "R" or "L"
        add(n, class, 0)
        add(close, class, 0)
        after = getnext(close)
      end
    else
      local class, char = class_of(n, id)
      add(n, is_sign_of_name(n, classes[#classes]) and "L" or class, AS_BRACKET[char] or char)
    end
    n = after
  end
  flush()
  return head
end

local function without_ours(head)
  local n = head
  while n do
    local after = getnext(n)
    if getid(n) == DIR and D.get_attribute(n, attribute) == OURS then
      head = D.remove(head, n)
      D.free(n)
    end
    n = after
  end
  return head
end

local function process(head, base)
  D.slide(head) -- what comes out of boxes has lost its links backwards
  head = without_ours(head)
  return resolve(head, head, nil, base)
end

-- `step` comes before all others of the callback `name`: luaotfload's, that shapes, has to see the dir nodes.
local function first(name, step)
  local others = {}
  for _, description in ipairs(luatexbase.callback_descriptions(name)) do
    others[#others + 1] = { description, luatexbase.remove_from_callback(name, description) }
  end
  luatexbase.add_to_callback(name, step, "cvpress.direction")
  for _, other in ipairs(others) do luatexbase.add_to_callback(name, other[2], other[1]) end
end

function M.install(number, language)
  attribute, arabic = number, language:lower():match("^%a+") == "ar"
  first("pre_linebreak_filter", function(head)
    local start, base = D.todirect(head), 0
    for n in D.traverse_id(PAR, start) do
      base = getfield(n, "dir") == "TRT" and 1 or 0
      break
    end
    return D.tonode(process(start, base))
  end)
  first("hpack_filter", function(head, _, _, _, direction)
    if (direction or "TLT") ~= "TLT" and direction ~= "TRT" then return true end
    return D.tonode(process(D.todirect(head), direction == "TRT" and 1 or 0))
  end)
end

return M
