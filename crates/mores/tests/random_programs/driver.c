/* Runs a program on many inputs, each in a process of its own, and tells what it did.
 *
 * All happens before `main`: the first process reads the runs from the file RUNS and forks for each of them; the forked process
 * goes on to the real `main`. A run is: how many numbers, how many bytes of standard input (4 bytes each); the numbers, each with
 * the position in SOURCES of the function that must ask for it, or 255 for any (9 bytes each); the bytes. An answer is: how
 * it ended, a number that says more, how many functions were entered (4 bytes each); the positions of these in FUNCTIONS (1 byte each). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNSEEN __attribute__((no_instrument_function))
#define WEAK __attribute__((weak)) UNSEEN

enum { RETURNED, CRASHED, ASSERTION, ERROR, ASSUMPTION, OTHER_INPUTS, TOO_LONG };
enum { MOST_EVENTS = 4096, MOST_FURTHER = 64, ANY_SOURCE = 255 };

struct number {
    int64_t value;
    uint8_t source;
} __attribute__((packed));

/* What a run leaves behind. */
static struct told {
    uint32_t ending, detail, count;
    uint8_t events[MOST_EVENTS];
} *told;

static struct number *numbers;
static uint32_t number_count, next_number;

/* Ends a run with what is known of it; what streams hold back does not matter. */
UNSEEN __attribute__((noreturn)) static void finish(uint32_t ending, uint32_t detail)
{
    told->ending = ending;
    told->detail = detail;
    _exit(0);
}

UNSEEN static void see(uint8_t event)
{
    if (told->count == MOST_EVENTS)
        finish(TOO_LONG, 0);
    told->events[told->count++] = event;
}

#define FUNCTIONS                                                                                                       \
    X(one) X(zero) X(f) X(g) X(h) X(fact) X(even) X(odd) X(twice) X(compare) X(later) X(learn) X(warn) X(prefetch) X(trap)  \
    X(unreachable) X(reach_error) X(note) X(assume) X(syslog) X(expect) X(check) X(finally) X(abs) X(ffs) X(index) X(puts)  \
    X(small)

/* Some names are those of the library, too. */
#define X(name) extern void seen_##name(void) __asm__(#name) __attribute__((weak));
FUNCTIONS
#undef X

#define X(name) seen_##name,
static void (*const functions[])(void) = { FUNCTIONS };
#undef X

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions, ASK = FUNCTION_COUNT, OUTSIDE };

extern int main(int, char **);
extern char __executable_start, etext;

/* Calls under way that began in the library, as that of a function that compares: they are nobody's events. */
static unsigned hidden;

UNSEEN void __cyg_profile_func_enter(void *function, void *site)
{
    if (function == (void *)main)
        return;
    if (hidden || (char *)site < &__executable_start || (char *)site >= &etext) {
        hidden++;
        return;
    }
    for (uint8_t i = 0; i < FUNCTION_COUNT; i++)
        if ((void *)functions[i] == function) {
            see(i);
            return;
        }
}

UNSEEN void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    if (hidden && function != (void *)main)
        hidden--;
}

UNSEEN static int64_t take(uint8_t source)
{
    if (next_number >= number_count) {
        if (number_count && numbers[0].source != ANY_SOURCE)
            finish(OTHER_INPUTS, source);
        if (next_number++ - number_count > MOST_FURTHER)
            finish(TOO_LONG, 0);
        return 0;
    }
    if (numbers[next_number].source != ANY_SOURCE && numbers[next_number].source != source)
        finish(OTHER_INPUTS, source);
    return numbers[next_number++].value;
}

#define SOURCES                                                                                                         \
    X(0, int, __VERIFIER_nondet_int) X(1, unsigned char, __VERIFIER_nondet_uchar) X(2, char, __VERIFIER_nondet_char)    \
    X(3, unsigned, __VERIFIER_nondet_uint) X(4, short, __VERIFIER_nondet_short) X(5, long, __VERIFIER_nondet_long)     \
    X(6, _Bool, __VERIFIER_nondet_bool)

#define X(id, type, name) UNSEEN type name(void) { return (type)take(id); }
SOURCES
#undef X

/* Functions that programs do not define: they are seen when they are called. */
UNSEEN int ask(void)
{
    see(ASK);
    return (int)take(7);
}

UNSEEN void outside(void)
{
    see(OUTSIDE);
}

UNSEEN void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
    (void)what, (void)file, (void)function;
    finish(ASSERTION, line);
}

WEAK void reach_error(void) { finish(ERROR, 0); }
UNSEEN void __VERIFIER_error(void) { finish(ERROR, 0); }

UNSEEN void __VERIFIER_assume(int holds)
{
    if (!holds)
        finish(ASSUMPTION, 0);
}

UNSEEN static void read_all(int from, void *to, size_t count)
{
    char *next = to;
    while (count > 0) {
        ssize_t got = read(from, next, count);
        if (got <= 0)
            _exit(0);
        next += got;
        count -= (size_t)got;
    }
}

UNSEEN static void write_all(int to, const void *from, size_t count)
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

/* In the forked process: nothing of the others is left open. */
UNSEEN static void prepare(int runs, const char *bytes, uint32_t length)
{
    int ends[2], nowhere = open("/dev/null", O_WRONLY);
    struct itimerval limit = { .it_value = { .tv_usec = 200000 } };
    if (pipe(ends) != 0 || nowhere < 0)
        _exit(3);
    write_all(ends[1], bytes, length);
    dup2(ends[0], 0);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    close(ends[0]);
    close(ends[1]);
    close(nowhere);
    close(runs);
    setitimer(ITIMER_PROF, &limit, NULL);
}

UNSEEN static void answer(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    if (told->ending == RETURNED && WIFSIGNALED(status)) {
        told->ending = WTERMSIG(status) == SIGPROF ? TOO_LONG : CRASHED;
        told->detail = (uint32_t)WTERMSIG(status);
    } else if (told->ending == RETURNED) {
        told->detail = (uint32_t)WEXITSTATUS(status);
    }
    write_all(1, told, 12 + told->count);
}

UNSEEN __attribute__((constructor)) static void run_all(void)
{
    int runs = open(getenv("RUNS"), O_RDONLY);
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (runs < 0 || told == MAP_FAILED)
        _exit(3);
    static char bytes[4096];
    static struct number room[4096];
    numbers = room;
    for (;;) {
        uint32_t length;
        read_all(runs, &number_count, 4);
        read_all(runs, &length, 4);
        read_all(runs, numbers, number_count * sizeof *numbers);
        read_all(runs, bytes, length);
        memset(told, 0, 12);
        pid_t child = fork();
        if (child == 0) {
            prepare(runs, bytes, length);
            return;
        }
        if (child < 0)
            _exit(3);
        answer(child);
    }
}
