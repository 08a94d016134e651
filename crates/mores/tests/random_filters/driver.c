/* Runs a filter on many inputs, each in a process of its own, and tells what it wrote.
 *
 * All happens before `main`: the first process reads inputs from the file RUNS, each its length (4 bytes) and its bytes, and
 * forks for each; the forked process goes on to the real `main`, with the input on descriptor 0. What it writes to
 * descriptor 1 comes back as a length and bytes, and 0xffffffff stands for a run that a signal ends. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 1 << 16 };

static int read_all(int from, void *to, size_t count)
{
    char *next = to;
    size_t had = 0;
    while (had < count) {
        ssize_t got = read(from, next + had, count - had);
        if (got <= 0)
            break;
        had += (size_t)got;
    }
    return (int)had;
}

static void write_all(int to, const void *from, size_t count)
{
    const char *next = from;
    while (count > 0) {
        ssize_t done = write(to, next, count);
        if (done <= 0)
            _exit(3);
        next += done;
        count -= (size_t)done;
    }
}

static void prepare(int runs, const char *bytes, uint32_t length, const int *output)
{
    int ends[2], nowhere = open("/dev/null", O_WRONLY);
    struct itimerval limit = { .it_value = { .tv_usec = 500000 } };
    if (pipe(ends) != 0 || nowhere < 0)
        _exit(3);
    write_all(ends[1], bytes, length);
    dup2(ends[0], 0);
    dup2(output[1], 1);
    dup2(nowhere, 2);
    close(ends[0]);
    close(ends[1]);
    close(output[0]);
    close(output[1]);
    close(nowhere);
    close(runs);
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void answer(pid_t child, int from)
{
    static char wrote[MOST];
    int status;
    uint32_t count = (uint32_t)read_all(from, wrote, sizeof wrote);
    close(from);
    waitpid(child, &status, 0);
    uint32_t told = WIFSIGNALED(status) ? UINT32_MAX : count;
    write_all(1, &told, sizeof told);
    if (told != UINT32_MAX)
        write_all(1, wrote, count);
}

__attribute__((constructor)) static void run_all(void)
{
    static char bytes[MOST];
    int runs = open(getenv("RUNS"), O_RDONLY);
    uint32_t length;
    if (runs < 0)
        _exit(3);
    while (read_all(runs, &length, sizeof length) == sizeof length) {
        int output[2];
        if (length > MOST || read_all(runs, bytes, length) != (int)length || pipe(output) != 0)
            _exit(3);
        pid_t child = fork();
        if (child == 0) {
            prepare(runs, bytes, length, output);
            return;
        }
        if (child < 0)
            _exit(3);
        close(output[1]);
        answer(child, output[0]);
    }
    _exit(0);
}
