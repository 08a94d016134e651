
extern int pipe(int *);
extern int dup2(int, int);
extern int close(int);

/* Puts the bytes where the program reads standard input. */
__attribute__((constructor)) UNSEEN static void give_input(void)
{
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], input, sizeof input - 1) != sizeof input - 1 || dup2(ends[0], 0) != 0)
        end("standard input cannot be given", "", 4);
    close(ends[0]);
    close(ends[1]);
}

