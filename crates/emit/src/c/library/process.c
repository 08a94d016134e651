
WEAK int getpid(void)
{
    static int own;
    return own ? own : (own = (int)within((int)take("getpid"), 1, 0x7fffffff));
}

WEAK int getppid(void)
{
    static int own;
    return own ? own : (own = (int)within((int)take("getppid"), 1, 0x7fffffff));
}

WEAK unsigned getuid(void)
{
    static unsigned own = -1;
    return own != -1U ? own : (own = (unsigned)within((long long)take("getuid"), 0, 4294967294LL));
}

WEAK unsigned geteuid(void)
{
    static unsigned own = -1;
    return own != -1U ? own : (own = (unsigned)within((long long)take("geteuid"), 0, 4294967294LL));
}

WEAK unsigned getgid(void)
{
    static unsigned own = -1;
    return own != -1U ? own : (own = (unsigned)within((long long)take("getgid"), 0, 4294967294LL));
}

WEAK unsigned getegid(void)
{
    static unsigned own = -1;
    return own != -1U ? own : (own = (unsigned)within((long long)take("getegid"), 0, 4294967294LL));
}

WEAK int isatty(int descriptor)
{
    int is = (int)within((int)take("isatty"), -133, 1);
    (void)descriptor;
    if (is <= 0)
        *__errno_location() = -is;
    return is > 0;
}
