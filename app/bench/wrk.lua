-- Sends one operation's request. In the environment: BENCH_METHOD, BENCH_PATH, BENCH_BODY, BENCH_TOKEN, BENCH_FARMERS,
-- BENCH_KEY (each request has an Idempotency-Key of its own), BENCH_PAUSE (the mean pause before a request, in ms), and
-- BENCH_RUN, which makes texts differ from those of other runs.

local method, path, body = os.getenv("BENCH_METHOD"), os.getenv("BENCH_PATH"), os.getenv("BENCH_BODY")
local farmers, run = tonumber(os.getenv("BENCH_FARMERS")), os.getenv("BENCH_RUN")
local has_key = (os.getenv("BENCH_KEY") or "") ~= ""
local headers = { ["Content-Type"] = "application/json" }
local sent = 0

if os.getenv("BENCH_TOKEN") ~= "" then
  headers["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN")
end
if body == "" then
  body = nil
end

local function fill(text, farmer)
  return text and text:gsub("{farmer}", farmer):gsub("{unique}", "bench " .. run .. "-" .. sent)
end

local pause = tonumber(os.getenv("BENCH_PAUSE") or "")
if pause then
  function delay()
    return math.random(0, 2 * pause)
  end
end

local varies = has_key or (path .. (body or "")):find("{", 1, true)
local same

function init()
  math.randomseed(os.time())
  same = wrk.format(method, path, headers, body)
end

function request()
  if not varies then
    return same
  end
  sent = sent + 1
  if has_key then
    headers["Idempotency-Key"] = run .. "-" .. sent
  end
  local farmer = string.format("00000000-0000-7000-8000-%012x", math.random(farmers))
  return wrk.format(method, fill(path, farmer), headers, fill(body, farmer))
end

-- One line for measure.sh: requests/s, p50 and p99 in ms, how many went wrong.
function done(summary, latency)
  local errors = summary.errors
  print(string.format("RESULT %.1f %.2f %.2f %d",
    summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
