
UNSEEN static unsigned long long take(const char *function)
{
    static int next;
    const char *expected = given[next].function;
    __SIZE_TYPE__ i = 0;
    if (!expected)
        end("there is no further input, and one is asked for by ", function, 3);
    while (expected[i] && expected[i] == function[i])
        i++;
    if (expected[i] != function[i])
        end("another input is next, and one is asked for by ", function, 3);
    return given[next++].bits;
}

