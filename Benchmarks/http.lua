-- What wrk sends: POST /v1/events with so many new events each, the count as its only argument.
-- Ids are the thread's number and a count, so that no two are the same.
local thread_count = 0

function setup(thread)
    thread:set("number", thread_count)
    thread_count = thread_count + 1
end

function init(arguments)
    batch = tonumber(arguments[1])
    sent = 0
    start = math.floor(tonumber(arguments[2]))
    wrk.headers["Content-Type"] = "application/json"
end

function request()
    local events = {}
    for index = 1, batch do
        sent = sent + 1
        events[index] = string.format(
            '{"id":"%08x-%04x-4000-8000-%012x","type":"app_opened","app_id":"com.example.shop",' ..
            '"installation_id":"8f14e45f-ceea-467f-a9b1-%012x","occurred_at":"2026-03-01T12:%02d:%02d.%06dZ",' ..
            '"os":{"name":"iOS","version":"17.4.1"},"app_version":"5.12.0","device_model":"iPhone15,3","locale":"ja_JP"}',
            start, number, sent, sent % 100000, sent / 60 % 60, sent % 60, sent % 1000000)
    end
    return wrk.format("POST", "/v1/events", nil, "[" .. table.concat(events, ",") .. "]")
end
