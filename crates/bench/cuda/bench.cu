// Checks and times a generated filter on a GPU.
//   nvcc -O3 -arch=native -std=c++17 -I FOLDER -DFILTER_FILE='"NAME.cu"' bench.cu -o bench
//   bench          checks many small inputs and a large one, and times
//   bench check    checks small inputs only
#define FILTER_NO_MAIN
#include FILTER_FILE

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define RUN_FILTER JOINED(FILTER_NAME, _cuda)
#define SPACE JOINED(FILTER_NAME, _cuda_space)
#define SCRATCH JOINED(FILTER_NAME, _cuda_scratch)
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

static void must(int error, const char *what)
{
    if (error != 0) {
        printf("%s: %s\n", what, cudaGetErrorString((cudaError_t)error));
        exit(1);
    }
}

// ---- What to compare with -------------------------------------------------------------------------------------------

// The filter's tables, which are in the memory of the device, as the host has them.
struct Plain {
    uint8_t class_of[256];
    uint8_t next_state[STATES][CLASSES];
    uint16_t output_of[STATES][CLASSES];
    uint8_t output_len[OUTPUTS];
    uint64_t output_text[OUTPUTS][2];
    uint64_t output_self[OUTPUTS][2];
    uint8_t end_len[STATES];
    uint8_t end_text[STATES][16];
};

__global__ void copy_tables(Plain *to)
{
    for (int i = 0; i < 256; i++)
        to->class_of[i] = class_of[i];
    for (int state = 0; state < STATES; state++) {
        for (int i = 0; i < CLASSES; i++) {
            to->next_state[state][i] = next_state[state][i];
            to->output_of[state][i] = output_of[state][i];
        }
        to->end_len[state] = end_len[state];
        for (int i = 0; i < 16; i++)
            to->end_text[state][i] = end_text[state][i];
    }
    for (int i = 0; i < OUTPUTS; i++) {
        to->output_len[i] = output_len[i];
        for (int k = 0; k < 2; k++) {
            to->output_text[i][k] = output_text[i][k];
            to->output_self[i][k] = output_self[i][k];
        }
    }
}

static Plain plain;

static void get_tables()
{
    Plain *there;

    must(cudaMalloc(&there, sizeof plain), "memory");
    copy_tables<<<1, 1>>>(there);
    must(cudaGetLastError(), "tables");
    must(cudaMemcpy(&plain, there, sizeof plain, cudaMemcpyDeviceToHost), "tables");
    must(cudaFree(there), "memory");
}

// The filter as a plain loop. Without room it only counts.
static size_t filter_plainly(const uint8_t *in, size_t n, uint8_t *out)
{
    int state = START;
    size_t length = 0;

    for (size_t i = 0; i < n; i++) {
        int kind = plain.class_of[in[i]], output = plain.output_of[state][kind];
        for (int j = 0; out && j < plain.output_len[output]; j++)
            out[length + j] = (uint8_t)(plain.output_text[output][j / 8] >> 8 * (j % 8) |
                                        (in[i] & plain.output_self[output][j / 8] >> 8 * (j % 8)));
        length += plain.output_len[output];
        state = plain.next_state[state][kind];
    }
    for (int j = 0; out && j < plain.end_len[state]; j++)
        out[length + j] = plain.end_text[state][j];
    return length + plain.end_len[state];
}

// ---- Inputs ---------------------------------------------------------------------------------------------------------

static uint64_t seed = 88172645463325252u;

static uint32_t random_word()
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (uint32_t)(seed >> 16);
}

// Text like a web page: tags with attributes, words, a few letters beyond ASCII.
static std::vector<uint8_t> page(size_t size)
{
    static const char *words[] = {"the", "of", "and", "filter", "which", "state", "Example", "in", "a", "reading", "is",
                                  "text", "that", "number", "for", "page", "Wikipedia", "article", "on", "from", "1987",
                                  "history"};
    static const char *tags[] = {"<p>", "</p>\n", "<a href=\"/wiki/Special_page\" title=\"Special page\">", "</a>",
                                 "<li>", "</li>\n", "<b>", "</b>", "<span class=\"mw-page-title-main\">", "</span>",
                                 "<div id=\"content\" role='main'>\n\t", "</div>\n", "<br />\n", "&amp;", "&nbsp;"};
    static const char *letters[] = {"\xc3\xa9", "\xe2\x80\x99", "\xe2\x80\x93", "\xd0\xb6", "\xe2\x80\xa8",
                                    "\xe6\x97\xa5"};
    std::string text;

    while (text.size() < size) {
        uint32_t r = random_word();
        if (r % 100 < 17)
            text += tags[(r >> 8) % 15];
        else if (r % 100 < 19)
            text += letters[(r >> 8) % 6];
        else
            text += words[(r >> 8) % 22], text += (r >> 20) % 9 ? " " : (r >> 24) % 2 ? "\n" : ", ";
    }
    text.resize(size);
    return std::vector<uint8_t>(text.begin(), text.end());
}

const int KINDS = 5;

// Kinds of input: any bytes; letters with some that filters treat specially; only those; one of them alone.
static uint8_t random_byte(int kind)
{
    static const uint8_t rich[] = "&<>\"'=\\\b\t\n\r\xc0\xc1\xe0\xe2\x80\x81\x88\x8d\x9c\xa2\xa8\xa9\xbc a";
    uint32_t r = random_word();
    uint8_t special = rich[(r >> 8) % (sizeof rich - 1)];

    switch (kind) {
    case 0:
        return (uint8_t)r;
    case 1:
        return r % 11 ? (uint8_t)('a' + (r >> 8) % 26) : special;
    case 2:
        return special;
    case 3:
        return '"';
    default:
        return 0xe2;
    }
}

// Repeats the pattern, each time turned by another amount.
__global__ void repeat(const uint8_t *pattern, uint64_t size, uint8_t *out, uint64_t n)
{
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < n; i += (uint64_t)gridDim.x * blockDim.x)
        out[i] = pattern[(i % size + i / size * 7919) % size];
}

// ---- The device's memory --------------------------------------------------------------------------------------------

const size_t AROUND = 64; // room that is there beside what is needed

struct Device {
    size_t most;
    uint8_t *in, *out;
    size_t *length;
    void *scratch;

    explicit Device(size_t most) : most(most)
    {
        must(cudaMalloc(&in, most + AROUND), "memory");
        must(cudaMalloc(&out, SPACE(most) + AROUND), "memory");
        must(cudaMalloc(&length, sizeof *length), "memory");
        must(cudaMalloc(&scratch, SCRATCH(most)), "memory");
    }

    ~Device()
    {
        must(cudaFree(in), "memory");
        must(cudaFree(out), "memory");
        must(cudaFree(length), "memory");
        must(cudaFree(scratch), "memory");
    }

    // Starts the filter.
    void filter(size_t from, size_t n, size_t at)
    {
        must(RUN_FILTER(in + from, n, out + at, length, scratch, SCRATCH(n), 0), "filter");
    }

    // Waits for it.
    size_t filtered()
    {
        size_t n = 0;
        must(cudaMemcpy(&n, length, sizeof n, cudaMemcpyDeviceToHost), "run");
        return n;
    }
};

// ---- Checks ---------------------------------------------------------------------------------------------------------

// A small input, at any alignment, compared whole; nothing may be written beside the output.
static void check_small(Device &device, size_t n, int kind)
{
    std::vector<uint8_t> text(n), expected(SPACE(n) + 1), got(SPACE(n) + AROUND);
    size_t from = kind % 2 ? random_word() % 16 : 0, at = random_word() % 16;

    for (uint8_t &byte : text)
        byte = random_byte(kind);
    must(cudaMemcpy(device.in + from, text.data(), n, cudaMemcpyHostToDevice), "copy");
    must(cudaMemset(device.out, 0xdd, got.size()), "set");
    device.filter(from, n, at);
    size_t got_length = device.filtered();
    must(cudaMemcpy(got.data(), device.out, got.size(), cudaMemcpyDeviceToHost), "copy");
    size_t length = filter_plainly(text.data(), n, expected.data());
    bool clean = true;
    for (size_t i = 0; i < got.size(); i++)
        clean = clean && (got[i] == 0xdd || (i >= at && i < at + length));
    if (got_length != length || memcmp(got.data() + at, expected.data(), length) != 0 || !clean) {
        printf("DIFFERS: n %zu kind %d length %zu expected %zu clean %d\n", n, kind, got_length, length, clean);
        exit(1);
    }
}

static void check_all_small()
{
    const size_t most = 40 * TILE;
    Device device(most);
    int checks = 0;

    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t n = 0; n <= 300; n++, checks++)
            check_small(device, n, kind);
        for (int tiles = 1; tiles <= 4; tiles++)
            for (int d = -20; d <= 20; d++, checks++)
                check_small(device, (size_t)(tiles * TILE + d), kind);
        for (int i = 0; i < 10; i++, checks++)
            check_small(device, random_word() % most, kind);
    }
    printf("%s: %d small inputs agree\n", TEXT(FILTER_NAME), checks);
}

// What the device wrote for the n bytes in its memory, compared whole.
static void check_large(Device &device, size_t n)
{
    size_t got_length = device.filtered();
    std::vector<uint8_t> all(n), got(got_length);

    must(cudaMemcpy(all.data(), device.in, n, cudaMemcpyDeviceToHost), "copy");
    must(cudaMemcpy(got.data(), device.out, got_length, cudaMemcpyDeviceToHost), "copy");
    bool same = filter_plainly(all.data(), n, nullptr) == got_length;
    if (same) {
        std::vector<uint8_t> expected(got_length);
        filter_plainly(all.data(), n, expected.data());
        same = expected == got;
    }
    printf("%s: the output of %zu bytes for %zu %s\n", TEXT(FILTER_NAME), got_length, n, same ? "agrees" : "DIFFERS");
    if (!same)
        exit(1);
}

// ---- Times ----------------------------------------------------------------------------------------------------------

const int WARM_UPS = 3, MEASUREMENTS = 20;

template <class F> static double median_ms(F run)
{
    cudaEvent_t begin, end;
    std::vector<float> times;

    must(cudaEventCreate(&begin), "event");
    must(cudaEventCreate(&end), "event");
    for (int i = 0; i < WARM_UPS + MEASUREMENTS; i++) {
        float ms;
        must(cudaEventRecord(begin), "event");
        run();
        must(cudaEventRecord(end), "event");
        must(cudaEventSynchronize(end), "run");
        must(cudaEventElapsedTime(&ms, begin, end), "event");
        if (i >= WARM_UPS)
            times.push_back(ms);
    }
    must(cudaEventDestroy(begin), "event");
    must(cudaEventDestroy(end), "event");
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

// Gigabytes of input a second.
static double rate(Device &device, size_t n)
{
    return n / median_ms([&] { device.filter(0, n, 0); }) / 1e6;
}

static void measure()
{
    const size_t n = (size_t)1 << 30, size = (16 << 20) + 4099;
    std::vector<uint8_t> text = page(size);
    Device device(n);
    uint8_t *pattern;

    must(cudaMalloc(&pattern, size), "memory");
    must(cudaMemcpy(pattern, text.data(), size, cudaMemcpyHostToDevice), "copy");
    repeat<<<4096, 256>>>(pattern, size, device.in, n);
    must(cudaGetLastError(), "input");
    device.filter(0, n, 0);
    check_large(device, n);
    double growth = (double)device.filtered() / n, page_rate = rate(device, n);
    // There is room for n bytes in the output whatever the filter writes: MAX_OUT is at least 1.
    double copy_ms = median_ms([&] { must(cudaMemcpyAsync(device.out, device.in, n, cudaMemcpyDeviceToDevice), "copy"); });
    double copy_rate = n / copy_ms / 1e6;
    printf("%s: a page: input %.1f GB/s, output %.1f GB/s; a plain copy %.1f GB/s each way, fraction %.3f\n",
           TEXT(FILTER_NAME), page_rate, page_rate * growth, copy_rate, page_rate / copy_rate);
    must(cudaMemset(device.in, '"', n), "set");
    double quotes = rate(device, n);
    must(cudaMemset(device.in, 'a', n), "set");
    printf("%s: only quotes: input %.1f GB/s; only letters: input %.1f GB/s\n", TEXT(FILTER_NAME), quotes,
           rate(device, n));
    must(cudaFree(pattern), "memory");
}

int main(int argc, char **argv)
{
    get_tables();
    check_all_small();
    if (argc < 2 || strcmp(argv[1], "check") != 0)
        measure();
}
