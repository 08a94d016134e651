/* What filters write. */

typedef __typeof__(sizeof 0) size_t;

extern char __mores_stdout;

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list args);

/* Intrinsic: whether bytes were read too long ago to be looked at, and the way to write them nevertheless. */
int __mores_lags(const void *from);
void __mores_print(const void *from, size_t count);

static void __mores_write_bytes(const void *from, size_t count);
static size_t __mores_text_length(const char *text);

int printf(const char *format, ...)
{
    char text[1024];
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    __builtin_va_end(args);
    __mores_write_bytes(text, length);
    return length;
}

int puts(const char *text)
{
    __mores_write_bytes(text, __mores_text_length(text));
    __builtin_putchar('\n');
    return 1;
}

int fputs(const char *text, void *stream)
{
    if (stream == &__mores_stdout) {
        __mores_write_bytes(text, __mores_text_length(text));
    }
    return 1;
}

size_t fwrite(const void *memory, size_t size, size_t count, void *stream)
{
    if (stream == &__mores_stdout) {
        __mores_write_bytes(memory, size * count);
    }
    return size == 0 ? 0 : count;
}

long write(int file, const void *memory, size_t count)
{
    if (file == 1) {
        __mores_write_bytes(memory, count);
    }
    return (long)count;
}

static void __mores_write_bytes(const void *from, size_t count)
{
    if (__mores_lags(from)) {
        __mores_print(from, count);
        return;
    }
    const unsigned char *bytes = from;
    for (size_t i = 0; i < count; i++) {
        __builtin_putchar(bytes[i]);
    }
}

static size_t __mores_text_length(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}
