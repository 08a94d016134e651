/* The options of a program, which is run without arguments. */

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static int __mores_option(int count);

int getopt(int count, char *const *arguments, const char *known) { return __mores_option(count); }

int getopt_long(int count, char *const *arguments, const char *known, const void *names, int *which)
{
    return __mores_option(count);
}

int getopt_long_only(int count, char *const *arguments, const char *known, const void *names, int *which)
{
    return __mores_option(count);
}

static int __mores_option(int count)
{
    if (count < 1) {
        return -1;
    }
    optarg = (char *)0;
    if (optind == 0) {
        optind = 1;
    }
    if (optind != count) {
        __mores_unsupported("options among the arguments of a program");
    }
    return -1;
}
