/* What filters read: a block of memory, from front to back. */

/* Intrinsic: the first symbol, and how many there are. */
const void *__mores_stream(void);
long __mores_symbols(void);
/* Intrinsic: whether standard input is what the filter reads. */
_Bool __mores_reads_input(void);
/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);

static _Bool __mores_open;
/* Whether a symbol was read. */
static _Bool __mores_begun;
static const unsigned char *__mores_at;
static const unsigned char *__mores_end;

int __mores_next_byte(void)
{
    if (!__mores_open) {
        if (!__mores_reads_input()) {
            __mores_unsupported("standard input is read beside what the filter is given");
        }
        __mores_open = 1;
        __mores_at = __mores_stream();
        __mores_end = __mores_at + __mores_symbols();
    }
    if (__mores_at < __mores_end) {
        __mores_begun = 1;
        return *__mores_at++;
    }
    return -1;
}

_Bool __mores_step_back(int c)
{
    if (!__mores_begun || __mores_at[-1] != c) {
        return 0;
    }
    __mores_at--;
    return 1;
}

void __mores_opens(void) { __mores_unsupported("a file is opened by what is no program"); }
