/* Gives a program the numbers of its command line, and says which functions it enters. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define UNSEEN __attribute__((no_instrument_function))

static char **next;

UNSEEN __attribute__((constructor)) static void take_arguments(int argc, char **argv)
{
    (void)argc;
    next = argv + 1;
}

UNSEEN int __VERIFIER_nondet_int(void)
{
    if (!*next)
        exit(4);
    return (int)strtol(*next++, NULL, 10);
}

UNSEEN void __VERIFIER_assume(int holds)
{
    if (!holds)
        exit(3);
}

UNSEEN void reach_error(void)
{
    dprintf(2, "mores: error reached\n");
    exit(1);
}

UNSEEN void __cyg_profile_func_enter(void *function, void *site)
{
    Dl_info found;
    (void)site;
    if (dladdr(function, &found) && found.dli_sname)
        dprintf(2, "mores: call %s\n", found.dli_sname);
}

UNSEEN void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}
