
/* As `struct timeval` and `struct timespec` are laid out. */
struct moment {
    long seconds, rest;
};

UNSEEN static long seconds_of(const char *clock, long long first)
{
    return (long)within((long long)take(clock), first, sizeof(long) == 8 ? 1LL << 33 : 0x7fffffff);
}

WEAK long time(long *result)
{
    long now = seconds_of("time", 0);
    if (result)
        *result = now;
    return now;
}

WEAK long clock(void)
{
    static long long last;
    if (sizeof(long) == 4)
        return (long)take("clock");
    last = within((long long)take("clock"), last, 1LL << 53);
    return (long)last;
}

WEAK int gettimeofday(struct moment *now, long long *zone)
{
    now->seconds = seconds_of("gettimeofday", 0);
    now->rest = (long)within((int)take("gettimeofday"), 0, 999999);
    if (zone)
        *zone = 0;
    return 0;
}

WEAK int clock_gettime(int clock, struct moment *now)
{
    static struct moment last;
    long first = clock == 1 ? last.seconds : 0;
    now->seconds = seconds_of("clock_gettime", first);
    now->rest = (long)within((int)take("clock_gettime"), clock == 1 && now->seconds == first ? last.rest : 0, 999999999);
    if (clock == 1)
        last = *now;
    return 0;
}
