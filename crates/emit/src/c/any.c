
extern char *getenv(const char *);

UNSEEN static unsigned long long draw(void)
{
    static unsigned long long state;
    if (!state) {
        const char *seed = getenv("MORES_SEED");
        state = 88172645463325252ULL;
        while (seed && *seed)
            state = state * 31 + (unsigned char)*seed++;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 3;
}

/* Small numbers and those at the edges as often as others; numbers of `rand` and its like are not negative. */
UNSEEN static unsigned long long take(const char *function)
{
    unsigned long long number;
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

