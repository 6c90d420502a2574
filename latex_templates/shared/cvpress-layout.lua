-- cvpress-layout.lua: which line stands where, for the checks of every build; beside the log, in <jobname>.layout.
-- In:  finished pages, whose paragraphs carry an attribute (cvpress-layout.sty says which).
-- Out: a row for the page and one for each line of the main text, tab-separated, lengths in pt from the page's upper left:
--      page <width> <height> <left> <top> <right> <bottom> <hang> <depth>   the text block; what may hang left of it, below it
--      line <page> <kind> <paragraph> <number> <rows> <x0> <y0> <x1> <y1> <line of the .tex>
-- `number` counts the lines of a paragraph, over pages too; `rows` are the lines that stand in a line (in its boxes). Ink is
-- the room of glyphs and rules, without what protrudes into the margin on purpose. "Left" is where lines begin.
local M = {}
local D = node.direct
local id = node.id
local GLYPH, RULE, DISC, KERN, GLUE = id("glyph"), id("rule"), id("disc"), id("kern"), id("glue")
local HLIST, VLIST, LOCAL_PAR, MARGIN_KERN = id("hlist"), id("vlist"), id("local_par"), id("margin_kern")
local WHATSIT, SAVE = id("whatsit"), node.subtype("pdf_save")
local getid, getnext, getprev, getlist, getfield, getwhd = D.getid, D.getnext, D.getprev, D.getlist, D.getfield, D.getwhd
local measure = D.rangedimensions
local INCH = 4736286 -- where TeX's page begins, from the paper's edges

local KINDS = { [0] = "paragraph", "header", "section", "group", "entry", "role", "item", "detail", "card" }
local attribute, out = nil, {}
-- The direction of the page: on one from right to left all that has this direction too is measured from the right edge.
local direction = "TLT"
local function turns(box) return (getfield(box, "dir") or direction) ~= direction end
local paragraph, number = 0, 0 -- of the line recorded last

function M.install(number) attribute = number end

local function is_ink(n)
  local kind = getid(n)
  if kind == GLYPH then return true end
  if kind == RULE then return getfield(n, "width") ~= 0 and getfield(n, "height") + getfield(n, "depth") ~= 0 end
  return kind == DISC and getfield(n, "replace") ~= nil
end

local function widen(e, x0, x1, top, bottom)
  if x0 < e.x0 then e.x0 = x0 end
  if x1 > e.x1 then e.x1 = x1 end
  if top < e.top then e.top = top end
  if bottom > e.bottom then e.bottom = bottom end
end

-- The glyphs and rules that a list has itself: from its first to its last; not those of the boxes in it.
local function own_ink(box, head, x, y, e)
  local first, last, kern = head, nil, 0
  while first and not is_ink(first) do
    if getid(first) == MARGIN_KERN then kern = kern - getfield(first, "width") end
    first = getnext(first)
  end
  if not first then return false end
  local width, height, depth = getwhd(box)
  local x0 = x + (first == head and 0 or measure(box, head, first)) + kern
  last, kern = D.slide(head), 0
  while not is_ink(last) do
    if getid(last) == MARGIN_KERN then kern = kern + getfield(last, "width") end
    last = getprev(last)
  end
  local after = getnext(last)
  local x1 = x + (after and measure(box, head, after) or measure(box, head)) + kern
  if turns(box) then x0, x1 = 2 * x + width - x1, 2 * x + width - x0 end
  widen(e, x0, x1, y - height, y + depth)
  e.value = e.value or D.get_attribute(first, attribute)
  return true
end

-- Whether a list saves the state of the graphics, to clip or to turn what it shows: its box says how large that is.
local function is_drawn(head)
  for n in D.traverse_id(WHATSIT, head) do
    if D.getsubtype(n) == SAVE then return true end
  end
  return false
end

local vlist
-- All ink of a line whose reference point is (x, y), into `e`. Returns how many lines of text it is; 0 for none.
local function hlist(box, x, y, e)
  local head = getlist(box)
  if not head then return 0 end
  if is_drawn(head) then
    local width, height, depth = getwhd(box)
    widen(e, x, x + width, y - height, y + depth)
    e.value = e.value or D.get_attribute(box, attribute)
    return 1
  end
  local rows = own_ink(box, head, x, y, e) and 1 or 0
  e.value = e.value or D.get_attribute(box, attribute) -- of a line that holds nothing but boxes
  for inner in D.traverse_list(head) do
    if getlist(inner) then
      local at = inner == head and 0 or measure(box, head, inner)
      if turns(box) then at = getfield(box, "width") - at - getfield(inner, "width") end
      local found = (getid(inner) == HLIST and hlist or vlist)(inner, x + at, y + getfield(inner, "shift"), e)
      if found > rows then rows = found end
    end
  end
  return rows
end

-- Call `visit` for every box in a vertical list, with its reference point.
local function down(box, x, y, visit)
  y = y - getfield(box, "height")
  for n in D.traverse(getlist(box)) do
    local kind = getid(n)
    if kind == HLIST or kind == VLIST then
      local _, height, depth = getwhd(n)
      y = y + height
      if getlist(n) then visit(n, kind, x + getfield(n, "shift"), y) end
      y = y + depth
    elseif kind == RULE then y = y + getfield(n, "height") + getfield(n, "depth")
    elseif kind == GLUE then y = y + D.effective_glue(n, box)
    elseif kind == KERN then y = y + getfield(n, "kern") end
  end
end

function vlist(box, x, y, e)
  local rows = 0
  down(box, x, y, function(inner, kind, at, base)
    local found = (kind == HLIST and hlist or vlist)(inner, at, base, e)
    rows = rows + found
  end)
  return rows
end

local function empty()
  return { x0 = math.maxinteger, x1 = math.mininteger, top = math.maxinteger, bottom = math.mininteger }
end

local function pt(sp) return ("%.2f"):format(sp / 65536) end

local function begins_paragraph(line)
  for n in D.traverse(getlist(line)) do
    local kind = getid(n)
    if kind == LOCAL_PAR then return true end
    if kind == GLYPH or kind == HLIST then return false end
  end
  return false
end

local function note(page, kind, of, line, rows, e, source)
  out[#out + 1] = table.concat({ "line", page, kind, of, line, rows, pt(e.x0), pt(e.top), pt(e.x1), pt(e.bottom),
    source }, "\t")
end

-- A line of the main text: not one that stands in the box of another.
local function record(line, x, y, page)
  local e = empty()
  local rows = hlist(line, x, y, e)
  if begins_paragraph(line) then paragraph, number = paragraph + 1, 0 end
  if rows == 0 then return end
  number = number + 1
  local value = e.value or 0
  note(page, KINDS[value % 16] or KINDS[0], paragraph, number, rows, e, value // 16)
end

local function main(box, x, y, page)
  down(box, x, y, function(inner, kind, at, base)
    if kind == VLIST then main(inner, at, base, page) else record(inner, at, base, page) end
  end)
end

-- `box` is the number of a box register: a page as LaTeX's output routine leaves it.
function M.page(box, page)
  local made = tex.box[box]
  if not made then return end
  direction = made.dir
  main(D.todirect(made), INCH, INCH + made.height, page)
end

function M.foot(box, page, x, y)
  local made, e = tex.box[box], empty()
  if made and hlist(D.todirect(made), INCH + x, INCH + y, e) > 0 then note(page, "foot", 0, 1, 1, e, 0) end
end

-- All lengths in sp; left and top are those of the text block, from where TeX's page begins.
function M.write(paper_width, paper_height, left, top, width, height, hang, depth)
  local file = io.open(tex.jobname .. ".layout", "w")
  if not file then return end -- a full disk is told by the PDF that is not there
  local x, y = INCH + left, INCH + top
  file:write(table.concat({ "page", pt(paper_width), pt(paper_height), pt(x), pt(y), pt(x + width), pt(y + height),
    pt(hang), pt(depth) }, "\t"), "\n", table.concat(out, "\n"), "\n")
  file:close()
end

return M
