/* Runs a filter on inputs that come in frames: how many symbols (4 bytes), and the symbols (8 bytes each), all in the order
 * of this machine. Each input has a process of its own; what the filter writes comes back as a frame, and a filter that
 * does not end by itself as a frame of 0xffffffff symbols. The filter's file is FILTER, its kind one of the KIND_ macros. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef KIND_MAIN
#define main filter_main
#endif
#include FILTER
#undef main

static uint64_t *driver_input, *driver_output;
static size_t driver_length, driver_next, driver_wrote, driver_room;
static int driver_pipe;

static void driver_put(uint64_t symbol)
{
    if (driver_wrote == driver_room) {
        driver_room = 2 * driver_room + 64;
        driver_output = realloc(driver_output, driver_room * sizeof *driver_output);
    }
    driver_output[driver_wrote++] = symbol;
}

static void driver_write(int to, const void *from, size_t length)
{
    const char *next = from;
    while (length > 0) {
        ssize_t done = write(to, next, length);
        if (done <= 0)
            _exit(3);
        next += done;
        length -= (size_t)done;
    }
}

#if defined KIND_MAIN
static char *driver_text;
static size_t driver_size;
#endif

static void driver_finish(void)
{
#if defined KIND_MAIN
    fflush(stdout);
    for (size_t i = 0; i < driver_size; i++)
        driver_put((unsigned char)driver_text[i]);
#endif
    driver_write(driver_pipe, driver_output, driver_wrote * sizeof *driver_output);
    _exit(0);
}

#if defined KIND_IN_OUT
__typeof__(in()) in(void)
{
    if (driver_next == driver_length)
        exit(0);
    return (__typeof__(in()))driver_input[driver_next++];
}

int peek(int k)
{
    if (driver_next + (size_t)k >= driver_length)
        exit(0);
    return (int)driver_input[driver_next + (size_t)k];
}

void out(OUT_TYPE v)
{
    driver_put((uint64_t)v);
}
#else
static char *driver_bytes(void)
{
    /* Exactly as long as the input, so that reading beyond it is seen. */
    char *bytes = malloc(driver_length);
    for (size_t i = 0; i < driver_length; i++)
        bytes[i] = (char)driver_input[i];
    return bytes;
}
#endif

#if defined KIND_EMIT_BYTE
static void driver_emit(char c)
{
    driver_put((unsigned char)c);
}
#elif defined KIND_EMIT_RUN
static void driver_emit(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        driver_put((unsigned char)s[i]);
}
#endif

static void driver_filter(void)
{
#if defined KIND_IN_OUT
    ENTRY();
#elif defined KIND_MAIN
    stdin = driver_length ? fmemopen(driver_bytes(), driver_length, "r") : fopen("/dev/null", "r");
    stdout = open_memstream(&driver_text, &driver_size);
    filter_main();
#elif defined KIND_BUFFER
    char *out = malloc(32 * driver_length + 4096);
    size_t n = ENTRY((void *)driver_bytes(), driver_length, (void *)out);
    for (size_t i = 0; i < n; i++)
        driver_put((unsigned char)out[i]);
#elif defined KIND_STRING
    char *in = malloc(driver_length + 1), *out = malloc(32 * driver_length + 4096);
    memcpy(in, driver_bytes(), driver_length);
    in[driver_length] = 0;
    ENTRY(in, out);
    for (size_t i = 0; out[i]; i++)
        driver_put((unsigned char)out[i]);
#else
    ENTRY(driver_bytes(), driver_length, driver_emit);
#endif
}

static void driver_answer(int from, pid_t child)
{
    uint64_t chunk[4096];
    size_t had = 0;
    ssize_t got;
    driver_wrote = 0;
    while ((got = read(from, (char *)chunk + had, sizeof chunk - had)) > 0) {
        size_t whole = (had + (size_t)got) / 8;
        for (size_t i = 0; i < whole; i++)
            driver_put(chunk[i]);
        had = had + (size_t)got - 8 * whole;
        memmove(chunk, chunk + whole, had);
    }
    int status;
    waitpid(child, &status, 0);
    uint32_t count = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? (uint32_t)driver_wrote : UINT32_MAX;
    driver_write(1, &count, sizeof count);
    if (count != UINT32_MAX)
        driver_write(1, driver_output, driver_wrote * sizeof *driver_output);
}

int main(void)
{
    uint32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        driver_length = length;
        driver_input = realloc(driver_input, (driver_length + 1) * sizeof *driver_input);
        if (fread(driver_input, sizeof *driver_input, driver_length, stdin) != driver_length)
            return 2;
        int ends[2];
        if (pipe(ends) != 0)
            return 2;
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            driver_pipe = ends[1];
            driver_wrote = 0;
            freopen("/dev/null", "w", stderr);
            atexit(driver_finish);
            driver_filter();
            exit(0);
        }
        close(ends[1]);
        driver_answer(ends[0], child);
        close(ends[0]);
    }
    return 0;
}
