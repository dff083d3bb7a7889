-- The script for wrk: sends POST /v1/events with new events. Arguments: events per request, a number of this run, and requests
-- per second and thread (0: as many as are answered).
-- Events look like those of apps: they happened a minute ago on average, one in fifty at any time of the last 30 days.
-- An id consists of the numbers of the run and the thread and a count, so that no two are the same. As much as possible is made
-- in advance, to leave the CPU to the programs that are measured.
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int clock, moment *now);")
local MONOTONIC = 1
local MONTH = 30 * 86400
local LAGS = 64
local format = string.format
local thread_count = 0
local batch, head, sent, second
local middles, ends, times = {}, {}, {}

function setup(thread)
    thread:set("number", thread_count)
    thread_count = thread_count + 1
end

local function elapsed()
    local now = ffi.new("moment")
    ffi.C.clock_gettime(MONOTONIC, now)
    return tonumber(now.seconds) + tonumber(now.nanoseconds) / 1e9
end

-- Sends each request at its scheduled time if a connection is free; late requests are sent as soon as possible.
local function keep_to(rate)
    local due = elapsed()
    delay = function()
        due = due + 1 / rate
        return math.max(0, math.floor((due - elapsed()) * 1000))
    end
end

function init(arguments)
    batch = tonumber(arguments[1])
    head = format('{"id":"%08x-%04x-4000-8000-', tonumber(arguments[2]), number)
    sent = 0
    math.randomseed(tonumber(arguments[2]) + number)
    local rate = tonumber(arguments[3])
    if rate > 0 then keep_to(rate) end
    wrk.headers["Content-Type"] = "application/json"
    for index = 0, 4095 do
        middles[index] = format(
            '","type":"app_opened","app_id":"com.example.shop","installation_id":"8f14e45f-ceea-467f-a9b1-%012x",' ..
            '"os":{"name":"iOS","version":"17.4.1"},"app_version":"5.12.0","device_model":"iPhone15,3",' ..
            '"locale":"ja_JP","occurred_at":"', index)
        ends[index] = format('.%06dZ"}', index * 241)
    end
end

local function before(seconds) return os.date("!%Y-%m-%dT%H:%M:%S", second - seconds) end

-- Computes the event times for this second; their age is exponentially distributed.
local function refresh(now)
    second = now
    for index = 0, LAGS - 1 do times[index] = before(math.ceil(-60 * math.log((index + 0.5) / LAGS))) end
end

function request()
    local now = os.time()
    if now ~= second then refresh(now) end
    local events = {}
    for index = 1, batch do
        sent = sent + 1
        local time = sent % 50 == 0 and before(math.random(MONTH)) or times[sent % LAGS]
        events[index] = head .. format("%012x", sent) .. middles[sent % 4096] .. time .. ends[sent % 4096]
    end
    return wrk.format("POST", "/v1/events", nil, "[" .. table.concat(events, ",") .. "]")
end
