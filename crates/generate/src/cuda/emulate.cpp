// Runs the blocks and threads of a generated file as loops on the CPU, and holds what they write against what a model says. Cases
// come from standard input: the number of symbols read and written, then the symbols. Says that it differs, too, if threads
// would disagree about a state, or write where they must not.
#include FILTER_FILE

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static Tables tables;

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    printf("differs %s\n", what);
    exit(0);
}

// A tile, and what its threads have in their registers.
struct Tile {
    uint64_t number;
    Run run[THREADS];
    int count[THREADS];
    uint32_t entry[THREADS][RUN];
    uint32_t place[THREADS];
    uint32_t warp_length[WARPS];
    uint32_t total;
};

static void read_tile(Tile &tile, const uint8_t *in, uint64_t n)
{
    for (int t = 0; t < THREADS; t++) {
        uint64_t start = tile.number * TILE + t * RUN;
        tile.count[t] = run_count(n, start);
        tile.run[t] = read_run(in, start, tile.count[t]);
    }
}

// What a thread finds out about the state before its run must be so.
static void check_state_before(const Tile &tile, int t, const uint8_t *in, uint32_t state)
{
    uint64_t start = tile.number * TILE + t * RUN;

    if (STATES == 1 || tile.count[t] == 0 || start == 0)
        return;
    Map recent = recent_map(tables, read_word(in, start - 4));
    must(!map_is_constant(recent) || (recent & 15) == state, "the bytes before a run lead to another state");
}

// Looks up all entries, and where each thread writes; changes the state to that after the tile.
static void find_entries(Tile &tile, const uint8_t *in, uint32_t &state)
{
    uint32_t before_tile = state;
    Map whole = MAP_IDENTITY;

    tile.total = 0;
    memset(tile.warp_length, 0, sizeof tile.warp_length);
    for (int t = 0; t < THREADS; t++) {
        uint32_t before = state;
        check_state_before(tile, t, in, state);
        uint32_t length = run_entries(tables, tile.run[t], tile.count[t], state, tile.entry[t]);
        tile.place[t] = tile.total;
        tile.total += length;
        tile.warp_length[t / LANES] += length;
        if (STATES == 1)
            continue;
        Map map = run_map(tables, tile.run[t], tile.count[t]);
        must(map_apply(map, before) == state, "map and entries lead to different states");
        whole = map_then(whole, map);
    }
    must(STATES == 1 || map_apply(whole, before_tile) == state, "maps do not chain");
}

// Writes what the tile writes through the buffer, in as many parts as it takes.
static void write_tile(const Tile &tile, uint8_t *out)
{
    alignas(16) static uint8_t stage[STAGE_ROOM + STAGE_SLACK];
    uint32_t copied = 0;

    for (int first = 0; first < WARPS;) {
        uint32_t size;
        int end = warps_that_fit(tile.warp_length, first, size);
        must(end > first, "a warp's output does not fit");
        memset(stage, 0xee, sizeof stage);
        for (int k = 0; k < THREADS; k++) {
            // Backward as well as forward, since threads run in no order.
            int t = tile.number % 2 ? THREADS - 1 - k : k;
            if (t / LANES >= first && t / LANES < end)
                write_run(tables, tile.entry[t], stage + tile.place[t] - copied);
        }
        for (int t = 0; t < THREADS; t++)
            copy_out(stage, out + copied, size, t, THREADS);
        copied += size;
        first = end;
    }
}

static uint64_t emulate(const uint8_t *in, uint64_t n, uint8_t *out)
{
    static Tile tile;
    uint32_t state = START;
    uint64_t length = 0;

    for (tile.number = 0; tile.number < tile_count(n); tile.number++) {
        read_tile(tile, in, n);
        find_entries(tile, in, state);
        write_tile(tile, out + length);
        length += tile.total;
    }
    for (int i = 0; i < end_len[state]; i++)
        out[length++] = end_text[state][i];
    return length;
}

static bool read_all(void *to, size_t n)
{
    return fread(to, 1, n, stdin) == n;
}

// Runs a case. Its place in memory changes from case to case.
static void one(unsigned long which, const std::vector<uint8_t> &in, const std::vector<uint8_t> &expected)
{
    const size_t around = 64; // room before and after the output that must stay as it is
    const uint8_t untouched = 0xdd;
    size_t at = around + which % 16, room = in.size() * MAX_OUT + MAX_END;
    std::vector<uint8_t> out(at + room + around, untouched);
    size_t length = emulate(in.data(), in.size(), &out[at]);
    std::string here = " in case " + std::to_string(which) + ", of " + std::to_string(in.size()) + " bytes";

    must(length <= room, ("more is written than there is room for" + here).c_str());
    for (size_t j = 0; j < out.size(); j++)
        must((j >= at && j < at + length) || out[j] == untouched, ("something is written beside the output" + here).c_str());
    must(length == expected.size() && !memcmp(&out[at], expected.data(), length), ("something else is written" + here).c_str());
}

int main()
{
    uint32_t lengths[2];
    unsigned long cases = 0;

    build_tables(tables, 0, 1);
    while (read_all(lengths, sizeof lengths)) {
        std::vector<uint8_t> in(lengths[0]), expected(lengths[1]);

        if (!read_all(in.data(), in.size()) || !read_all(expected.data(), expected.size()))
            return 2;
        one(cases++, in, expected);
    }
    printf("ok %lu\n", cases);
    return 0;
}
