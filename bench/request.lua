-- One request a round of wrk, under a random account's token. Arguments: kind and the file of tokens.
-- R0 health, R1 the suggested entries, R1C the same when nothing changed (304), W1 a new entry, PUT an entry put again,
-- UNDO the newest act taken back, WIDGET a widget's snapshot, WIDGETC the same when nothing changed.
-- All requests are written down before the run, so that choosing one costs the load generator next to nothing.
local thread_count = 0

function setup(thread)
  thread:set("id", thread_count)
  thread_count = thread_count + 1
end

local requests = {}

function init(args)
  math.randomseed(4711 + id)
  local kind = args[1]
  if kind == "R0" then
    requests[1] = wrk.format("GET", "/healthz")
    return
  end
  local number = 0
  for token in io.lines(args[2]) do
    number = number + 1
    local headers = { Authorization = "Bearer " .. token }
    if kind == "R1" or kind == "R1C" then
      if kind == "R1C" then headers["If-None-Match"] = "*" end
      requests[#requests + 1] = wrk.format("GET", "/v1/entries/suggested", headers)
    elseif kind == "WIDGET" or kind == "WIDGETC" then
      if kind == "WIDGETC" then headers["If-None-Match"] = "*" end
      requests[#requests + 1] = wrk.format("GET", "/v1/widget", headers)
      -- Only the first hundred accounts have habits.
      if number == 100 then break end
    elseif kind == "PUT" or kind == "UNDO" then
      headers["Content-Type"] = "application/json"
      local path = string.format("/v1/entries/00000000-0000-7000-8000-%012x", number)
      requests[#requests + 1] = kind == "PUT" and wrk.format("PUT", path, headers, '{"weightKg":65.2}')
        or wrk.format("POST", "/v1/undo", headers, "{}")
    else
      headers["Content-Type"] = "application/json"
      local weight = 60 + math.random(0, 399) / 10
      requests[#requests + 1] =
        wrk.format("POST", "/v1/entries", headers, string.format('{"weightKg":%.1f}', weight))
    end
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "p50_ms": %.3f, "p99_ms": %.3f, "max_ms": %.3f, "errors": %d}\n',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    latency.max / 1000, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
