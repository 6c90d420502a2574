-- cvpress-visual.lua: before a page is shipped, each line gets the order in which it stands on paper.
-- TeX would write letters as they are read, from the right; extractors expect a PDF to hold them from the left, and turn
-- them around themselves. Only documents with text from right to left load this.
-- visual(number)  all lines of the page in box `number`
local M = {}
local D = node.direct
local getid, getfield, setfield, getnext, getlist = D.getid, D.getfield, D.setfield, D.getnext, D.getlist
local GLYPH, DIR, DISC, WHATSIT = node.id("glyph"), node.id("dir"), node.id("disc"), node.id("whatsit")
local HLIST, VLIST = node.id("hlist"), node.id("vlist")

-- Colours, links and replacement texts are switched on and off in the order in which they are read. On paper a stretch
-- may come apart, so what is on is noted for each node and switched anew where neighbours differ.
local NAMES = node.whatsits()
local colours = nil -- the stack of colours that are on, across lines and pages: { node, below }
local link = nil -- the node that opened the link that is on

local function state_of(n)
  local name = NAMES[D.getsubtype(n)]
  if name == "pdf_colorstack" and getfield(n, "stack") == 0 then
    local command = getfield(n, "command")
    return command == 1 and "push" or command == 2 and "pop"
  elseif name == "pdf_start_link" then return "link"
  elseif name == "pdf_end_link" then return "unlink"
  elseif name == "pdf_literal" then
    local data = tostring(getfield(n, "data") or "")
    return data:find("ActualText", 1, true) and "span" or data == "EMC" and "unspan"
  end
end

local function depth(stack)
  local count = 0
  while stack do count, stack = count + 1, stack.below end
  return count
end

local Line = {}
Line.__index = Line
function Line:put(n)
  if self.tail then D.setlink(self.tail, n) else self.head = n; D.setprev(n, nil) end
  D.setnext(n, nil)
  self.tail = n
end
function Line:whatsit(name, fields)
  local n = D.new(WHATSIT, node.subtype(name))
  for key, value in pairs(fields or {}) do setfield(n, key, value) end
  self:put(n)
end
-- Switch from what is on behind the last node to what is on at the next.
function Line:switch(to)
  local from = self.state
  if from.span ~= to.span and from.span then
    self:whatsit("pdf_literal", { mode = 2, data = "EMC" })
  end
  if from.link ~= to.link and from.link then self:whatsit("pdf_end_link") end
  if from.colours ~= to.colours then
    local a, b, pushes = from.colours, to.colours, {}
    local da, db = depth(a), depth(b)
    while a ~= b do
      if da >= db then
        self:whatsit("pdf_colorstack", { stack = 0, command = 2, data = "" })
        a, da = a.below, da - 1
      else
        pushes[#pushes + 1] = b
        b, db = b.below, db - 1
      end
    end
    for i = #pushes, 1, -1 do self:put(D.copy(pushes[i].node)) end
  end
  if from.link ~= to.link and to.link then self:put(D.copy(to.link)) end
  if from.span ~= to.span and to.span then self:put(D.copy(to.span)) end
  self.state = to
end
function Line:show(items, reversed)
  local first, last, step = 1, #items, 1
  if reversed then first, last, step = last, first, -1 end
  for i = first, last, step do
    local item = items[i]
    if item.state then
      self:switch(item.state)
      if reversed and getid(item.node) == GLYPH then setfield(item.node, "xoffset", -getfield(item.node, "xoffset")) end
      self:put(item.node)
    else self:show(item, item.reversed) end
  end
end

-- Boxes without letters of their own stay as they are: there a rule may lie under what comes next.
local function needs_order(box)
  if link then return true end
  local letters, turns = false, getfield(box, "dir") == "TRT"
  for n in D.traverse(getlist(box)) do
    local id = getid(n)
    if id == GLYPH then letters = true
    elseif id == DIR then turns, letters = true, true
    elseif id == WHATSIT and state_of(n) == "link" then return true end
  end
  return turns and letters
end

local walk

-- The nodes of a line as a tree by direction, each with what is on there; switches and dir nodes are dropped.
local function read_line(box)
  local root = { reversed = getfield(box, "dir") == "TRT" }
  local open, span, state = { root }, nil, nil
  local n = getlist(box)
  while n do
    local after, id = getnext(n), getid(n)
    local switch = id == WHATSIT and state_of(n)
    if id == DIR then
      if getfield(n, "dir"):sub(1, 1) == "+" then
        local inner = { reversed = getfield(n, "dir") == "+TRT" }
        table.insert(open[#open], inner)
        open[#open + 1] = inner
      elseif #open > 1 then open[#open] = nil end
      D.free(n)
    elseif switch then
      if switch == "push" then colours = { node = n, below = colours }
      elseif switch == "pop" then colours = colours and colours.below
      elseif switch == "link" then link = n
      elseif switch == "unlink" then link = nil
      elseif switch == "span" then span = n
      else span = nil end
      state = nil
    elseif id == DISC then -- as LuaTeX would show it
      local shown = getfield(n, "replace")
      setfield(n, "replace", nil)
      if shown then
        D.setlink(D.tail(shown), after)
        after = shown
      end
      D.free(n)
    else
      state = state or { colours = colours, link = link, span = span }
      table.insert(open[#open], { node = n, state = state })
    end
    n = after
  end
  return root
end

local function each_box(items, act)
  for _, item in ipairs(items) do
    if not item.state then each_box(item, act)
    elseif getid(item.node) == HLIST or getid(item.node) == VLIST then act(item.node) end
  end
end

local function order(box)
  local before = { colours = colours }
  local root = read_line(box)
  local after = { colours = colours }
  local line = setmetatable({ state = before }, Line)
  line:show(root, root.reversed)
  line:switch(after)
  D.setlist(box, line.head)
  setfield(box, "dir", "TLT")
  local kept_colours, kept_link = colours, link
  each_box(root, function(inner)
    link = nil -- the link around the box covers it
    walk(inner)
  end)
  colours, link = kept_colours, kept_link
end

function walk(box)
  if not getlist(box) then return end
  if getid(box) == HLIST and needs_order(box) then return order(box) end
  for n in D.traverse(getlist(box)) do
    local id = getid(n)
    if id == HLIST or id == VLIST then walk(n)
    elseif id == WHATSIT then
      local switch = state_of(n)
      if switch == "push" then colours = { node = D.copy(n), below = colours }
      elseif switch == "pop" then colours = colours and colours.below end
    end
  end
end

function M.visual(number)
  local box = tex.box[number]
  if box then walk(D.todirect(box)) end
end

return M
