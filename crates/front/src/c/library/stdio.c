/* Functions of stdio.h. Those that format, and those that read or write a character, are intrinsic. A stream is the
   address of one of the objects here. What is written elsewhere than to the output leaves no trace. */

typedef __typeof__(sizeof 0) size_t;

char __mores_stdin, __mores_stdout, __mores_stderr;

static int __mores_put(int c, void *stream);
static size_t __mores_write(const void *memory, size_t count, void *stream);
static size_t __mores_length(const char *text);

int puts(const char *text)
{
    __builtin_printf("%s\n", text);
    return 1;
}

int fputs(const char *text, void *stream)
{
    __mores_write(text, __mores_length(text), stream);
    return 1;
}

int fputs_unlocked(const char *text, void *stream)
{
    __mores_write(text, __mores_length(text), stream);
    return 1;
}

size_t fwrite(const void *memory, size_t size, size_t count, void *stream)
{
    __mores_write(memory, size * count, stream);
    return size == 0 ? 0 : count;
}

int fputc(int c, void *stream) { return __mores_put(c, stream); }
int putc(int c, void *stream) { return __mores_put(c, stream); }
int _IO_putc(int c, void *stream) { return __mores_put(c, stream); }
int putchar_unlocked(int c) { return __mores_put(c, &__mores_stdout); }

int fgetc(void *stream) { return getchar(); }
int getc(void *stream) { return getchar(); }
int _IO_getc(void *stream) { return getchar(); }
int getchar_unlocked(void) { return getchar(); }

char *fgets(char *line, int size, void *stream)
{
    int length = 0;
    while (length < size - 1) {
        int c = getchar();
        if (c == -1) {
            if (length == 0) {
                return (char *)0;
            }
            break;
        }
        line[length++] = (char)c;
        if (c == '\n') {
            break;
        }
    }
    if (size > 0) {
        line[length] = 0;
    }
    return line;
}

void perror(const char *text) {}
int fflush(void *stream) { return 0; }
void setbuf(void *stream, char *buffer) {}
void setlinebuf(void *stream) {}
int setvbuf(void *stream, char *buffer, int mode, size_t size) { return 0; }

static int __mores_put(int c, void *stream)
{
    if (stream == &__mores_stdout) {
        __builtin_putchar(c);
    }
    return (unsigned char)c;
}

static size_t __mores_write(const void *memory, size_t count, void *stream)
{
    const char *bytes = memory;
    for (size_t i = 0; i < count; i++) {
        __mores_put(bytes[i], stream);
    }
    return count;
}

static size_t __mores_length(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}
