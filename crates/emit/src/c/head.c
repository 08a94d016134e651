
/* No header is included: the program may give any name in them a meaning of its own. */
#define UNSEEN __attribute__((no_instrument_function))
#define WEAK __attribute__((weak)) UNSEEN

extern void exit(int) __attribute__((noreturn));
extern __PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);

UNSEEN static void say(const char *text)
{
    __SIZE_TYPE__ length = 0;
    while (text[length])
        length++;
    if (write(2, text, length) < 0)
        exit(4);
}

UNSEEN static void end(const char *why, const char *name, int status)
{
    say("mores: ");
    say(why);
    say(name);
    say("\n");
    exit(status);
}

WEAK void reach_error(void) { end("error reached", "", 1); }
WEAK void __VERIFIER_error(void) { end("error reached", "", 1); }

WEAK void __VERIFIER_assume(int holds)
{
    if (!holds)
        end("an assumption does not hold", "", 2);
}

WEAK void assume_abort_if_not(int holds)
{
    if (!holds)
        end("an assumption does not hold", "", 2);
}

WEAK void __CPROVER_assume(_Bool holds)
{
    if (!holds)
        end("an assumption does not hold", "", 2);
}

/* Nobody waits. */
WEAK unsigned sleep(unsigned seconds) { return seconds - seconds; }
WEAK int usleep(unsigned micros) { return (int)(micros - micros); }

/* Events in the source: only their place matters. */
WEAK void learn(void) { }
WEAK void LEARN(void) { }

#ifdef MORES_CALLS
#define CALLED(name) (say("mores: call "), say(name), say("\n"))

typedef struct {
    const char *file;
    void *base;
    const char *name;
    void *address;
} Found;

extern int dladdr(const void *, Found *);
extern int main();
extern char __executable_start, etext;

/* Calls under way that began in a library, as that of a function that compares for `qsort`: they are no events. */
static unsigned hidden;

UNSEEN void __cyg_profile_func_enter(void *function, void *site)
{
    Found found;
    int within = (char *)site >= &__executable_start && (char *)site < &etext;
    if (function != (void *)main && (hidden || !within)) {
        hidden++;
        return;
    }
    if (dladdr(function, &found) && found.name) {
        CALLED(found.name);
    }
}

UNSEEN void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    if (hidden && function != (void *)main)
        hidden--;
}
#else
#define CALLED(name) ((void)0)
#endif

/* What the program is given, in the order in which it asks. */
