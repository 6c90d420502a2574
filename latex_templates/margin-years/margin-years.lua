-- margin-years.lua: a year that stands beside several papers in a row is printed once on each page.
-- Only years that the reference itself tells again are taken away, so nothing is lost.
local M = {}
local D = node.direct
local HLIST, VLIST = node.id("hlist"), node.id("vlist")
local ids, count, heads = {}, 0, 0

-- The year of a worded date ("June 2021 – May 2022" -> "2022"), or the date as it stands.
function M.year(date)
  local year
  for digits in date:gmatch("%d+") do if #digits == 4 then year = digits end end
  return year or date
end

-- After a head a year is printed again.
function M.head() heads = heads + 1 end

-- A number for `year`, the same as long as no head comes between.
function M.id(year)
  local key = heads .. " " .. year
  if not ids[key] then
    count = count + 1
    ids[key] = count
  end
  return ids[key]
end

-- Empty the boxes of page `number` that carry the same id as the one before.
function M.once(number, attribute)
  local last
  local function walk(box)
    for inner in D.traverse(D.getlist(box)) do
      local id = D.getid(inner)
      if id == HLIST or id == VLIST then
        local year = id == HLIST and D.get_attribute(inner, attribute)
        if not year then walk(inner)
        elseif year == last then
          D.flush_list(D.getlist(inner))
          D.setlist(inner, nil)
        else last = year end
      end
    end
  end
  local page = tex.box[number]
  if page then walk(D.todirect(page)) end
end

return M
