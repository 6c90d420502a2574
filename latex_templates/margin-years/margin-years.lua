-- margin-years.lua: a date that stands beside several entries in a row is printed once on each page.
-- The manifest says so (`repeats: once`): else the checks would miss each date that is taken away here.
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

-- After a head, and after an entry without a date, a date is printed again.
function M.head() heads = heads + 1 end

-- "2014–2020", "Jun~2014~-~Jul~2020", "2021-present"; but not "2021-08".
local function is_range(date) return date:find("–") or date:find("%-%D") or date:find("%-%d%d%d%d") end

-- A number for `date`, the same as long as no head comes between. A range is never the same as another.
function M.id(date)
  if is_range(date) then M.head() end
  local key = heads .. " " .. date
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
        local date = id == HLIST and D.get_attribute(inner, attribute)
        if not date then walk(inner)
        elseif date == last then
          D.flush_list(D.getlist(inner))
          D.setlist(inner, nil)
        else last = date end
      end
    end
  end
  local page = tex.box[number]
  if page then walk(D.todirect(page)) end
end

return M
