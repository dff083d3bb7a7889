-- What wrk sends: POST /v1/events with new events. Arguments: how many events a request, a number of this run, and how many
-- milliseconds a connection waits between two requests.
-- Ids are the run's number, the thread's and a count, so that no two are the same. All else is made once: whoever sends has to
-- leave the cores to those who are measured.
local format = string.format
local thread_count = 0
local batch, head, sent
local tails = {}

function setup(thread)
    thread:set("number", thread_count)
    thread_count = thread_count + 1
end

function init(arguments)
    batch = tonumber(arguments[1])
    head = format('{"id":"%08x-%04x-4000-8000-', tonumber(arguments[2]), number)
    sent = 0
    local pause = tonumber(arguments[3])
    if pause > 0 then
        -- Spread, so that connections don't come at once.
        delay = function() return math.floor(pause * (0.5 + math.random())) end
    end
    wrk.headers["Content-Type"] = "application/json"
    for index = 0, 4095 do
        tails[index] = format(
            '","type":"app_opened","app_id":"com.example.shop","installation_id":"8f14e45f-ceea-467f-a9b1-%012x",' ..
            '"occurred_at":"2026-03-%02dT%02d:%02d:%02d.%06dZ","os":{"name":"iOS","version":"17.4.1"},' ..
            '"app_version":"5.12.0","device_model":"iPhone15,3","locale":"ja_JP"}',
            index, index % 28 + 1, index % 24, index % 60, index % 59, index * 241)
    end
end

function request()
    local events = {}
    for index = 1, batch do
        sent = sent + 1
        events[index] = head .. format("%012x", sent) .. tails[sent % 4096]
    end
    return wrk.format("POST", "/v1/events", nil, "[" .. table.concat(events, ",") .. "]")
end
