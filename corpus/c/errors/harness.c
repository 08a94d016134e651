/* Runs a program of this folder on the inputs of its command line and says how it ended.
 *
 * The arguments are handed out in order to __VERIFIER_nondet_*. The last line printed is
 *   ok                     main returned or exit was called
 *   error assert FUNCTION  an assert in FUNCTION failed
 *   error reach_error      reach_error (or __VERIFIER_error) was called
 *   blocked                an assumption did not hold
 *   aborted                abort was called
 *   starved                the program asked for more inputs than there are
 * and, when the program is compiled with -finstrument-functions, the line before it is the
 * word of the run: the functions entered, in order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char **next_input;
static void *entered[4096];
static int entered_count;

static void print_word(void)
{
    if (entered_count == 0)
        return;
    printf("word");
    for (int i = 0; i < entered_count; i++) {
        Dl_info info;
        int named = dladdr(entered[i], &info) && info.dli_sname;
        printf(" %s", named ? info.dli_sname : "?");
    }
    printf("\n");
}

static void finish(const char *how, const char *where, int code)
{
    print_word();
    printf(where ? "%s %s\n" : "%s\n", how, where);
    fflush(stdout);
    _exit(code);
}

static void ended(void)
{
    finish("ok", NULL, 0);
}

/* glibc hands main's arguments to constructors, so the program keeps its own main. */
__attribute__((constructor)) static void take_arguments(int argc, char **argv)
{
    (void)argc;
    next_input = argv + 1;
    atexit(ended);
}

static const char *input(void)
{
    if (*next_input == NULL)
        finish("starved", NULL, 4);
    return *next_input++;
}

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (entered_count < (int)(sizeof entered / sizeof *entered))
        entered[entered_count++] = function;
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    (void)condition;
    (void)file;
    (void)line;
    finish("error assert", function, 1);
}

void reach_error(void)
{
    finish("error reach_error", NULL, 1);
}

void __VERIFIER_error(void)
{
    finish("error __VERIFIER_error", NULL, 1);
}

void abort(void)
{
    finish("aborted", NULL, 2);
}

void __VERIFIER_assume(int condition)
{
    if (!condition)
        finish("blocked", NULL, 3);
}

void assume_abort_if_not(int condition)
{
    __VERIFIER_assume(condition);
}

void __CPROVER_assume(_Bool condition)
{
    __VERIFIER_assume(condition);
}

int __VERIFIER_nondet_int(void) { return (int)strtol(input(), NULL, 0); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)strtoul(input(), NULL, 0); }
short __VERIFIER_nondet_short(void) { return (short)strtol(input(), NULL, 0); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)strtol(input(), NULL, 0); }
char __VERIFIER_nondet_char(void) { return (char)strtol(input(), NULL, 0); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)strtol(input(), NULL, 0); }
long __VERIFIER_nondet_long(void) { return strtol(input(), NULL, 0); }
unsigned long __VERIFIER_nondet_ulong(void) { return strtoul(input(), NULL, 0); }
_Bool __VERIFIER_nondet_bool(void) { return strtol(input(), NULL, 0) != 0; }
float __VERIFIER_nondet_float(void) { return strtof(input(), NULL); }
double __VERIFIER_nondet_double(void) { return strtod(input(), NULL); }
