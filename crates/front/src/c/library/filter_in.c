/* What filters read: a block of memory, from front to back. */

typedef __typeof__(sizeof 0) size_t;

/* Intrinsic: the first symbol, and how many there are. */
const void *__mores_stream(void);
long __mores_symbols(void);

/* Intrinsic: nobody knows what follows. */
void __mores_unsupported(void);

static _Bool __mores_open;
static _Bool __mores_ended;
static const unsigned char *__mores_at;
static const unsigned char *__mores_end;

int getchar(void)
{
    if (!__mores_open) {
        __mores_open = 1;
        __mores_at = __mores_stream();
        __mores_end = __mores_at + __mores_symbols();
    }
    if (__mores_at < __mores_end) {
        return *__mores_at++;
    }
    __mores_ended = 1;
    return -1;
}

int feof(void *stream) { return __mores_ended; }
int ferror(void *stream) { return 0; }

int ungetc(int c, void *stream)
{
    if (c == -1) {
        return c;
    }
    if (!__mores_open || *--__mores_at != (unsigned char)c) {
        __mores_unsupported();
    }
    __mores_ended = 0;
    return (unsigned char)c;
}

size_t fread(void *memory, size_t size, size_t count, void *stream)
{
    unsigned char *bytes = memory;
    size_t length = 0;
    while (length < size * count) {
        int c = getchar();
        if (c == -1) {
            break;
        }
        bytes[length++] = (unsigned char)c;
    }
    return size == 0 ? 0 : length / size;
}

long read(int file, void *memory, size_t count) { return (long)fread(memory, 1, count, (void *)0); }
