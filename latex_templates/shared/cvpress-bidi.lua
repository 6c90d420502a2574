-- cvpress-bidi.lua: the Unicode Bidirectional Algorithm (UAX #9) without its explicit embeddings, as plain functions.
-- In: the classes of the characters of one line of text, and whether its paragraph runs from right to left.
-- Out: the embedding level of each, odd from right to left. It knows no TeX; cvpress-direction.lua does the nodes.
local M = {}

-- Ranges in hexadecimal of Unicode 14's Bidi_Class; all other characters are L. Left out: marks of scripts that run from
-- left to right, since such a mark follows a letter of class L; codes that embed or isolate are boundary neutrals.
local RANGES = {
  R = [[
    5BE 5C0 5C3 5C6 5D0-5F4 7C0-7EA 7F4-7F5 7FA 7FE-815 81A 824 828 830-858 85E 200F FB1D FB1F-FB28 FB2A-FB4F
    10800-1091B 10920-10A00 10A10-10A35 10A40-10AE4 10AEB-10B35 10B40-10CFF 10E80-10EA9 10EAD-10F27 10F70-10F81
    10F86-10FF6 1E800-1E8CF 1E900-1E943 1E94B-1E95F]],
  AL = [[
    608 60B 60D 61B-64A 66D-66F 671-6D5 6E5-6E6 6EE-6EF 6FA-710 712-72F 74D-7A5 7B1 860-88E 8A0-8C9 FB50-FD3D
    FD50-FDC7 FDF0-FDFC FE70-FEFC 10D00-10D23 10F30-10F45 10F51-10F59 1EC71-1EEBB]],
  AN = "600-605 660-669 66B-66C 6DD 890-891 8E2 10D30-10E7E",
  EN = [[
    30-39 B2-B3 B9 6F0-6F9 2070 2074-2079 2080-2089 2488-249B FF10-FF19 102E1-102FB 1D7CE-1D7FF 1F100-1F10A
    1FBF0-1FBF9]],
  ES = "2B 2D 207A-207B 208A-208B 2212 FB29 FE62-FE63 FF0B FF0D",
  ET = [[
    23-25 A2-A5 B0-B1 58F 609-60A 66A 9F2-9F3 9FB AF1 BF9 E3F 17DB 2030-2034 20A0-20C0 212E 2213 A838-A839 FE5F
    FE69-FE6A FF03-FF05 FFE0-FFE1 FFE5-FFE6 11FDD-11FE0 1E2FF]],
  CS = "2C 2E-2F 3A A0 60C 202F 2044 FE50 FE52 FE55 FF0C FF0E-FF0F FF1A",
  NSM = [[
    300-36F 483-489 591-5BD 5BF 5C1-5C2 5C4-5C5 5C7 610-61A 64B-65F 670 6D6-6DC 6DF-6E4 6E7-6E8 6EA-6ED 711 730-74A
    7A6-7B0 7EB-7F3 7FD 816-819 81B-823 825-827 829-82D 859-85B 898-89F 8CA-8E1 8E3-8FF 1AB0-1ACE 1DC0-1DFF
    20D0-20F0 FB1E FE00-FE0F FE20-FE2F 10A01-10A0F 10A38-10A3F 10AE5-10AE6 10D24-10D27 10EAB-10EAC 10F46-10F50
    10F82-10F85 1E8D0-1E8D6 1E944-1E94A E0100-E01EF]],
  BN = "0-B D-1F 7F-84 86-9F AD 180E 200B-200D 202A-202E 2060-206F FEFF",
  WS = "C 20 85 1680 2000-200A 2028-2029 205F 3000",
  ON = [[
    21-22 26-2A 3B-40 5B-60 7B-7E A1 A6-A9 AB-AC AE-AF B4 B6-B8 BB-BF D7 F7 2B9-2BA 2C2-2CF 2D2-2DF 2E5-2ED 2EF-2FF
    374-375 37E 384-385 387 3F6 58A-58E 606-607 60E-60F 6DE 6E9 7F6-7F9 BF3-BF8 BFA C78-C7E F3A-F3D 1390-1399 1400
    169B-169C 17F0-180A 1940-1945 19DE-19FF 1FBD 1FBF-1FC1 1FCD-1FCF 1FDD-1FDF 1FED-1FEF 1FFD-1FFE 2010-2027
    2035-2043 2045-205E 207C-207E 208C-208E 2100-2101 2103-2106 2108-2109 2114 2116-2118 211E-2123 2125 2127 2129
    213A-213B 2140-2144 214A-214D 2150-215F 2189-2211 2214-2335 237B-2394 2396-2487 24EA-26AB 26AD-27FF 2900-2BFF
    2CE5-2CEA 2CF9-2CFF 2E00-2FFB 3001-3004 3008-3020 3030 3036-3037 303D-303F 309B-309C 30A0 30FB 31C0-31E3
    321D-321E 3250-325F 327C-327E 32B1-32BF 32CC-32CF 3377-337A 33DE-33DF 33FF 4DC0-4DFF A490-A4C6 A60D-A60F A673
    A67E-A67F A700-A721 A788 A828-A82B A874-A877 AB6A-AB6B FD3E-FD4F FDCF FDFD-FDFF FE10-FE19 FE30-FE4F FE51 FE54
    FE56-FE5E FE60-FE61 FE64-FE68 FE6B FF01-FF02 FF06-FF0A FF1B-FF20 FF3B-FF40 FF5B-FF65 FFE2-FFE4 FFE8-FFFD 10101
    10140-1018C 10190-101A0 1091F 10B39-10B3F 11052-11065 11660-1166C 11FD5-11FDC 11FE1-11FF1 16FE2 1D1E9-1D241
    1D245 1D300-1D356 1D6DB 1D715 1D74F 1D789 1D7C3 1EEF0-1F0F5 1F10B-1F10F 1F12F 1F16A-1F16F 1F1AD 1F260-1FBCA]],
}

-- A character and its mirror image. The brackets are those of rule N0, in Bidi_Mirroring order.
local BRACKETS = "28:29 5B:5D 7B:7D 2045:2046 207D:207E 208D:208E 2308:2309 230A:230B 2329:232A 2768:2769 276A:276B "
  .. "276C:276D 276E:276F 2770:2771 2772:2773 2774:2775 27E6:27E7 27E8:27E9 27EA:27EB 27EC:27ED 27EE:27EF 2E22:2E23 "
  .. "2E24:2E25 2E26:2E27 2E28:2E29 3008:3009 300A:300B 300C:300D 300E:300F 3010:3011 3014:3015 3016:3017 3018:3019 "
  .. "301A:301B FF08:FF09 FF3B:FF3D FF5B:FF5D FF5F:FF60"
local OTHERS = "3C:3E AB:BB 2039:203A 2208:220B 2209:220C 220A:220D 223C:223D 2243:22CD 2252:2253 2254:2255 2264:2265 "
  .. "2266:2267 2268:2269 226A:226B 226E:226F 2270:2271 2272:2273 2274:2275 2276:2277 2278:2279 227A:227B 227C:227D "
  .. "227E:227F 2280:2281 2282:2283 2284:2285 2286:2287 2288:2289 228A:228B 228F:2290 2291:2292 22A2:22A3 22B0:22B1 "
  .. "22B2:22B3 22B4:22B5 22D0:22D1 22D6:22D7 22D8:22D9 22DA:22DB 22DC:22DD 22DE:22DF 2E02:2E03 2E04:2E05 FE64:FE65 "
  .. "FF1C:FF1E"

M.mirror = {} -- code point -> that of its mirror image
local opens, closes = {}, {} -- bracket -> one number for the pair
local function pairs_of(text, each)
  for a, b in text:gmatch("(%x+):(%x+)") do
    a, b = tonumber(a, 16), tonumber(b, 16)
    M.mirror[a], M.mirror[b] = b, a
    if each then each(a, b) end
  end
end
pairs_of(BRACKETS, function(a, b) opens[a], closes[b] = a, a end)
pairs_of(OTHERS)
opens[0x2329], closes[0x232A] = 0x3008, 0x3008 -- canonically the same

local starts, ends, names = {}, {}, {}
for name, ranges in pairs(RANGES) do
  for first, last in ranges:gmatch("(%x+)%-?(%x*)") do
    starts[#starts + 1] = tonumber(first, 16)
    names[starts[#starts]], ends[starts[#starts]] = name, tonumber(last ~= "" and last or first, 16)
  end
end
table.sort(starts)

-- Code point -> its class.
M.class = setmetatable({}, { __index = function(t, c)
  local low, high = 1, #starts
  while low < high do -- the last range that starts at c or before
    local middle = (low + high + 1) // 2
    if starts[middle] <= c then low = middle else high = middle - 1 end
  end
  local first = starts[low]
  t[c] = first <= c and c <= ends[first] and names[first] or "L"
  return t[c]
end })

-- ---- W1 to W7: marks, numbers and what stands between them --------------------------------------------------------
local function weak(t, sos)
  local n, before, strong = #t, sos, sos
  for i = 1, n do -- W1, W2, W3
    if t[i] == "NSM" then t[i] = before end
    before = t[i]
    if t[i] == "L" or t[i] == "R" or t[i] == "AL" then strong = t[i]
    elseif t[i] == "EN" and strong == "AL" then t[i] = "AN" end
  end
  for i = 1, n do if t[i] == "AL" then t[i] = "R" end end
  for i = 2, n - 1 do -- W4
    if t[i - 1] == t[i + 1] and (t[i - 1] == "EN" and (t[i] == "ES" or t[i] == "CS")
      or t[i - 1] == "AN" and t[i] == "CS") then t[i] = t[i - 1] end
  end
  local i = 1
  while i <= n do -- W5
    local j = i
    while t[j] == "ET" do j = j + 1 end
    if j > i and (t[i - 1] == "EN" or t[j] == "EN") then for k = i, j - 1 do t[k] = "EN" end end
    i = math.max(j, i + 1)
  end
  strong = sos
  for k = 1, n do -- W6, W7
    if t[k] == "ET" or t[k] == "ES" or t[k] == "CS" then t[k] = "ON" end
    if t[k] == "L" or t[k] == "R" then strong = t[k]
    elseif t[k] == "EN" and strong == "L" then t[k] = "L" end
  end
end

-- ---- N0: brackets take the direction of what they hold ------------------------------------------------------------
local STRONG = { L = "L", R = "R", EN = "R", AN = "R" }

local function bracket_pairs(t, chars)
  local stack, found = {}, {}
  for i = 1, #t do
    local open, close = opens[chars[i]], closes[chars[i]]
    if t[i] ~= "ON" then -- a bracket no more
    elseif open then
      if #stack == 63 then break end
      stack[#stack + 1] = { open, i }
    elseif close then
      for at = #stack, 1, -1 do
        if stack[at][1] == close then
          found[#found + 1] = { stack[at][2], i }
          for above = #stack, at, -1 do stack[above] = nil end
          break
        end
      end
    end
  end
  table.sort(found, function(a, b) return a[1] < b[1] end)
  return found
end

local function brackets(t, chars, original, base)
  for _, pair in ipairs(bracket_pairs(t, chars)) do
    local set
    for i = pair[1] + 1, pair[2] - 1 do
      local strong = STRONG[t[i]]
      if strong == base then set = base break end
      set = strong or set
    end
    if set and set ~= base then -- held is the other direction alone: it counts where it goes on from before
      local context = base
      for i = pair[1] - 1, 1, -1 do
        if STRONG[t[i]] then context = STRONG[t[i]] break end
      end
      set = context == set and set or base
    end
    for _, at in ipairs(set and pair or {}) do
      t[at] = set
      while original[at + 1] == "NSM" do at = at + 1; t[at] = set end
    end
  end
end

-- ---- N1, N2: neutrals between two of one direction go along, others take the paragraph's --------------------------
local function neutral(t, base)
  local i, before = 1, base
  while i <= #t do
    if STRONG[t[i]] then
      before = STRONG[t[i]]
      i = i + 1
    else
      local j = i
      while j <= #t and not STRONG[t[j]] do j = j + 1 end
      local after = j <= #t and STRONG[t[j]] or base
      for k = i, j - 1 do t[k] = before == after and before or base end
      i = j
    end
  end
end

-- `classes` of a stretch of text with the code points `chars` (0 for what is none) -> a level for each, base 0 or 1.
-- A separator ("S") and white space before it or at the end have the paragraph's level (L1).
function M.levels(classes, chars, base)
  local t, original, cs, kept = {}, {}, {}, {}
  for i, class in ipairs(classes) do
    if class ~= "BN" then -- X9; they take the level of what stands before them
      kept[#kept + 1] = i
      t[#kept], original[#kept], cs[#kept] = class, class, chars[i]
    end
  end
  local direction = base == 1 and "R" or "L"
  weak(t, direction)
  brackets(t, cs, original, direction)
  neutral(t, direction)
  local levels, k = {}, 0
  for i, class in ipairs(classes) do
    if class == "BN" then levels[i] = levels[i - 1] or base
    else
      k = k + 1
      if t[k] == direction then levels[i] = base -- I1, I2
      elseif base == 0 then levels[i] = t[k] == "R" and 1 or 2
      else levels[i] = 2 end
    end
  end
  local trailing = true
  for i = #classes, 1, -1 do
    if classes[i] == "S" then trailing = true
    elseif classes[i] ~= "WS" and classes[i] ~= "BN" then trailing = false end
    if trailing then levels[i] = base end
  end
  return levels
end

return M
