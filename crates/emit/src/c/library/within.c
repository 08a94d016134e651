
extern int *__errno_location(void);

/* The number itself, or one within the bounds where it lies outside. */
UNSEEN static long long within(long long number, long long first, long long last)
{
    if (number >= first && number <= last)
        return number;
    return first + (long long)((unsigned long long)number % ((unsigned long long)(last - first) + 1));
}

/* Sets `errno` and gives -1, unless the number says that nothing went wrong. */
__attribute__((unused)) UNSEEN static int perhaps(int error)
{
    if (!error)
        return 0;
    *__errno_location() = error;
    return -1;
}
