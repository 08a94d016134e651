
/* The program may be given what `getenv` answers. */
extern char **environ;

UNSEEN static const char *seed_given(void)
{
    static const char name[] = "MORES_SEED=";
    for (char **variable = environ; variable && *variable; variable++) {
        int i = 0;
        while (name[i] && (*variable)[i] == name[i])
            i++;
        if (!name[i])
            return *variable + i;
    }
    return "";
}

UNSEEN static unsigned long long draw(void)
{
    static unsigned long long state;
    if (!state) {
        const char *seed = seed_given();
        state = 88172645463325252ULL;
        while (*seed)
            state = state * 31 + (unsigned char)*seed++;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 3;
}

UNSEEN static int is(const char *name, const char *other)
{
    while (*name && *name == *other) {
        name++;
        other++;
    }
    return *name == *other;
}

/* Small numbers and those at the edges as often as others; numbers of `rand` and its like are not negative. */
UNSEEN static unsigned long long take(const char *function)
{
    unsigned long long number;
    /* Most files can be opened, and have an end. */
    if (is(function, "fopen"))
        return draw() % 3 ? 0 : draw() % 134;
    if (is(function, "malloc"))
        return draw() % 8 != 0;
    if (is(function, "file"))
        return draw() % 8 ? (unsigned char)"\0\n\n a0A-z9\xff\x80"[draw() % 12] : -1ULL;
    switch (draw() % 8) {
    case 0:
    case 1:
    case 2:
        number = draw() % 5;
        break;
    case 3:
        number = 0 - draw() % 5;
        break;
    case 4:
        number = draw() % 200;
        break;
    case 5:
        number = 1ULL << (draw() % 64);
        break;
    case 6:
        number = (1ULL << (draw() % 64)) - 1;
        break;
    default:
        number = draw() * 0x9e3779b97f4a7c15ULL;
        break;
    }
    return function[0] == 'r' && function[1] == 'a' && function[2] == 'n' && function[3] == 'd' ? number & 0x7fffffff
         : function[0] == 'l' && function[1] == 'r' && function[2] == 'a' ? number & 0x7fffffff : number;
}

