/* What programs read from standard input: any bytes, and then no more. */

/* Intrinsic: the next byte, or -1 where there is none. */
int __mores_input(void);

static _Bool __mores_over;

int __mores_next_byte(void)
{
    if (__mores_over) {
        return -1;
    }
    int c = __mores_input();
    if (c == -1) {
        __mores_over = 1;
    }
    return c;
}

/* Nothing is remembered of what was read. */
_Bool __mores_step_back(int c) { return 0; }

/* Files can be opened. */
void __mores_opens(void) {}
