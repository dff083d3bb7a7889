// Parses each line of a file from memory with one simdjson DOM parser, and reads the members of an event.
// Prints "lines parsed_lines nanoseconds". Parses the first 20,000 lines once before, without measuring.
// usage: simdjson_bench FILE
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>
#include <simdjson.h>

using simdjson::dom::element;

static const char *texts[] = {"id", "type", "app_id", "installation_id", "occurred_at", "sent_at", "received_at",
    "app_version", "device_model", "locale"};

/// Reads the members that the program stores. The sum keeps the compiler from optimising the reads away.
static size_t read_members(const element &event) {
    size_t sum = 0;
    std::string_view text;
    for (const char *name : texts)
        if (!event[name].get(text)) sum += text.size();
    if (!event["os"]["name"].get(text)) sum += text.size();
    if (!event["os"]["version"].get(text)) sum += text.size();
    element data;
    if (!event["data"].get(data)) sum += 1;
    return sum;
}

struct Pass { size_t parsed = 0, sum = 0; };

static Pass parse(const std::vector<std::string_view> &lines, size_t count) {
    simdjson::dom::parser parser;
    Pass pass;
    for (size_t i = 0; i < count; i++) {
        element event;
        // No copy is needed: the padding that simdjson requires after a line is the next lines, or the padding of the file.
        if (parser.parse(lines[i].data(), lines[i].size(), false).get(event)) continue;
        pass.parsed++;
        pass.sum += read_members(event);
    }
    return pass;
}

int main(int count, char **arguments) {
    if (count != 2) return 64;
    simdjson::padded_string file;
    if (simdjson::padded_string::load(arguments[1]).get(file)) return 66;
    std::vector<std::string_view> lines;
    const char *start = file.data(), *end = start + file.size();
    while (start < end) {
        const char *stop = static_cast<const char *>(memchr(start, '\n', end - start));
        if (!stop) stop = end;
        lines.emplace_back(start, stop - start);
        start = stop + 1;
    }
    parse(lines, std::min<size_t>(lines.size(), 20000));
    auto before = std::chrono::steady_clock::now();
    Pass pass = parse(lines, lines.size());
    auto taken = std::chrono::steady_clock::now() - before;
    printf("%zu %zu %lld\n", lines.size(), pass.parsed,
        (long long)std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count());
    return pass.sum == 0;
}
