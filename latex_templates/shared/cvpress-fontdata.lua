-- cvpress-fontdata.lua: what Lua has to know of a font, and luaotfload on demand.
-- A run from a format (cvpress-format.sty) has its text fonts in the format, where Lua cannot look into them, and starts
-- without luaotfload, which costs 0.2 s. So the format brings along what is asked for here; and luaotfload is loaded
-- when the first font comes that the format does not hold: of another script, of emoji, of code.
local M = {}

local kept = {} -- font -> what `keep` noted of it

-- name, format, size, parameters.quad, characters: by code point, the space with its width, of others that they exist.
function M.of(id) return kept[id] or font.getfont(id) end

-- ---- when a format is made -------------------------------------------------------------------------------------
local function is_outline(data) return data and (data.format == "opentype" or data.format == "truetype") end

local function ranges(characters)
  local codes, out, first = {}, {}, nil
  for c in pairs(characters) do codes[#codes + 1] = c end
  table.sort(codes)
  for n, c in ipairs(codes) do
    first = first or c
    if codes[n + 1] ~= c + 1 then
      out[#out + 1] = ("%d,%d"):format(first, c)
      first = nil
    end
  end
  return "{" .. table.concat(out, ",") .. "}"
end

-- Of a large alphabet (up to U+2DFF, and the private ones) the fonts of the format get no more than the blocks of 256
-- characters that any text may need, and `blocks`, in hexadecimal, of the documents that it is for; of the ligatures and
-- kerns what is between them. All of Lato would make the format twice as large, and slow to read. Of the CJK faces' sixty
-- thousand they get `han`, the characters of these documents.
local ALWAYS = "0 1 2 3 1E 20 21 22 23 25 26 27"
local function is_large(c) return c < 0x2E00 or c >= 0xE000 and c < 0xF900 or c >= 0xF0000 end
function M.prune(blocks, han)
  local wanted, wanted_han = {}, { [32] = true }
  for c in han:gmatch("%x+") do wanted_han[tonumber(c, 16)] = true end
  for block in (ALWAYS .. " " .. blocks):gmatch("%x+") do wanted[tonumber(block, 16)] = true end
  luatexbase.add_to_callback("luaotfload.patch_font", function(data)
    local whole, queue, kept = data.characters, {}, {}
    for c, char in pairs(whole) do
      local is_wanted = wanted[c // 256] or not is_large(c)
      if (data.name or ""):find("CJK", 1, true) then is_wanted = wanted_han[c] end
      if is_wanted then kept[c], queue[#queue + 1] = char, char end
    end
    for _, char in ipairs(queue) do
      for _, ligature in pairs(char.ligatures or {}) do
        local c = ligature.char
        if whole[c] and not kept[c] then kept[c], queue[#queue + 1] = whole[c], whole[c] end
      end
    end
    for _, char in pairs(kept) do
      local kerns = {}
      for c, kern in pairs(char.kerns or {}) do if kept[c] or type(c) == "string" then kerns[c] = kern end end
      char.kerns = next(kerns) and kerns or nil
    end
    data.characters = kept
  end, "cvpress.prune")
end

-- Note all fonts that there are, for the runs from the format that is being made: its bytecode register `number`.
function M.keep(number)
  local rows = {}
  for id in font.each() do
    local data = font.getfont(id)
    if is_outline(data) then
      local space = data.characters[32]
      rows[#rows + 1] = ("[%d]={name=%q,format=%q,size=%d,quad=%s,space=%s,ranges=%s}"):format(id, data.name, data.format,
        data.size, data.parameters.quad, space and space.width or -1, ranges(data.characters))
    end
  end
  lua.setbytecode(number, assert(load("return {" .. table.concat(rows, ",") .. "}")))
end

-- Load fonts that NFSS does not know: `list` as `tell` has them, "file:...@size", with commas.
function M.load_all(list)
  for spec, size in list:gmatch("([^,]+)@(%d+)") do M.load(spec, tonumber(size)) end
end

-- expl3 keeps its tables for \MakeUppercase in bytecode register `number`, and when a second format is made of a first
-- (it was not written for that) would write empty ones over them.
function M.keep_luadata(number)
  local luadata = lua.getbytecode(number)
  luatexbase.add_to_callback("pre_dump", function() lua.setbytecode(number, luadata) end, "cvpress.luadata")
end

-- ---- when a run begins from a format ---------------------------------------------------------------------------
local function characters(row)
  return setmetatable({}, { __index = function(t, c)
    local found = false
    for n = 1, #row.ranges, 2 do found = found or c >= row.ranges[n] and c <= row.ranges[n + 1] end
    t[c] = found and (c == 32 and { width = row.space } or {}) or false
    return t[c]
  end })
end

-- The font of the format with that name (as luaotfload reads it) and size in sp, or nil. A slanted shape that is the
-- italic is not loaded once more.
function M.find(name, size)
  for id, row in pairs(kept) do if row.name == name and row.size == size then return id end end
end

-- A font that no macro names, by luaotfload.
local lent = {}
function M.load(spec, size)
  M.need_luaotfload()
  local found = luaotfload.define_font(spec, size)
  if type(found) == "table" then
    local id = font.define(found)
    fonts.definers.register(found, id)
    found = id
  end
  lent[found] = ("%s@%d"):format(spec, size)
  return found
end

local function define(name, size)
  local found = M.find(name, size)
  if found then return found end
  if not name:find("[%[:]") then return font.read_tfm(name, size) end
  M.need_luaotfload()
  return luaotfload.define_font(name, size)
end

-- luaotfload asks of each font that it meets whether there is anything to do.
local function tell_luaotfload()
  for id, row in pairs(kept) do
    fonts.definers.register({ name = row.name, size = row.size, characters = {}, descriptions = {}, properties = {},
      parameters = row.parameters, resources = {}, shared = {} }, id)
  end
end

local waiting = {} -- what is to be done as soon as luaotfload is there
function M.with_luaotfload(act)
  if luaotfload.define_font then act() else waiting[#waiting + 1] = act end
end

-- From here on fonts are loaded by luaotfload, where it was not there already.
function M.need_luaotfload()
  if luaotfload.define_font then return end
  luatexbase.remove_from_callback("define_font", "cvpress.fonts")
  package.preload["luaotfload-main"], package.loaded["luaotfload-main"] = nil, nil
  require("luaotfload-main")
  luaotfload.main()
  dofile("cvpress-prelude.lua")
  tell_luaotfload()
  for _, act in ipairs(waiting) do act() end
end

-- `number`: the register of `keep`. The first `lines` of the document are in the format and are not read again.
function M.restore(number, lines)
  for id, row in pairs(lua.getbytecode(number)()) do
    kept[id] = { name = row.name, format = row.format, size = row.size, parameters = { quad = row.quad },
      characters = characters(row) }
  end
  luatexbase.add_to_callback("define_font", define, "cvpress.fonts")
  local read = 0
  luatexbase.add_to_callback("process_input_buffer", function()
    read = read + 1
    return read <= lines and "%" or nil
  end, "cvpress.preamble")
end

-- An engine in readiness (typeset/standby.py) has come this far, and goes on when it gets a line. No more input: nobody
-- will ever want it.
function M.wait() if not io.read("l") then os.exit(1) end end

-- ---- for the next format ---------------------------------------------------------------------------------------
-- The names of all fonts that a document selected go into the log: a format for documents like it is made with them.
function M.tell()
  for id, data in font.each() do
    local name = lent[id] or tex.fontidentifier(id):gsub("^\\", "")
    if is_outline(data) and name:find("[/@]") and data.name:match(".*mode=(%a+)") == "base" then
      texio.write_nl("log", "cvpress font " .. name .. " .")
    end
  end
end

return M
