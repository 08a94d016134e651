/* Streams and descriptors. Of descriptors, and of streams here, there are the three standard ones; others are files (file.c). Reading and writing is taken to work, as far as there is something
   to read; who looks at the result of a function that may fail is told so.

   A stream is the address of one of the objects here. What is written to standard error leaves no trace. A stream may hold
   back what is written to it until the program ends, and may read more from its descriptor than it is asked for: where
   a program uses a descriptor both ways, what it does is known only as long as that makes no difference. */

typedef __typeof__(sizeof 0) size_t;

char __mores_stdin, __mores_stdout, __mores_stderr;

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: what follows holds as long as this does. */
void __mores_assumed(const char *what);
/* Intrinsic: whether somebody looks at the result of the function that was just called. */
int __mores_used(void);
/* Intrinsic: whether somebody looks at what is written. */
_Bool __mores_watched(void);
/* Intrinsic: whether the program uses descriptors, or may end without writing what streams hold back. */
_Bool __mores_direct_use(void);
/* Intrinsic: whether the program reads standard input past its stream. */
_Bool __mores_direct_reading(void);
/* Intrinsic: numbers that the function of this name leaves open: any that is not negative, any at all, any that is zero where
   another is. */
int __mores_open_natural(const char *function);
int __mores_open_any(const char *function);
int __mores_open_truth(const char *function, int of);
/* Intrinsic: a byte is written to standard output. */
void __mores_output(int c);
/* Intrinsic: so many bytes can be read from here, whether or not they have values. */
void __mores_reach(const void *from, size_t count);
/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);
/* Intrinsic: whether bytes were read too long ago to be looked at, and the way to write them nevertheless. */
int __mores_lags(const void *from);
void __mores_print(const void *from, size_t count);
/* Intrinsic: so many bytes have no value any more. */
void __mores_unset(void *at, size_t count);
/* Intrinsic: the program ends. */
void __mores_exit(int status);

/* The next byte of standard input, -1 at its end. */
int __mores_next_byte(void);
/* Puts the last byte back if it was this one. Whether it was. */
_Bool __mores_step_back(int c);

/* Whether standard output may hold something back, and standard input may have read more than was asked for. */
static _Bool __mores_held, __mores_ahead;
/* Whether the end of standard input was met. */
static _Bool __mores_ended;
/* A byte that was put back and is none of the input, or -1; and whether nothing was read since one was put back. */
static int __mores_pushed = -1;
static _Bool __mores_put_back;
/* Whether the standard streams were closed, by their descriptors. */
static _Bool __mores_closed[3];

/* The same of a file. */
int __mores_file_get(void *stream);
void __mores_file_unget(int c, void *stream, _Bool once);
_Bool __mores_file_ended(void *stream);
void __mores_file_clear(void *stream);
/* A file that is not open for writing ends here. */
void __mores_for_writing(void *stream);

int __mores_put(int c, void *stream);
void __mores_put_directly(int c, int descriptor);
static void __mores_put_out(int c);
_Bool __mores_is_standard(void *stream);
int __mores_get_from(void *stream);
void __mores_usable(int descriptor);
static int __mores_descriptor(void *stream);
static void __mores_buffer(void *stream, char *buffer);
static void __mores_for_reading(void *stream);
static void __mores_push_back(int c);
static int __mores_get(void);
static _Bool __mores_at_end(void *stream);
static void __mores_clear(void *stream);
static size_t __mores_get_bytes(unsigned char *to, size_t count, void *stream);
static void __mores_write(const void *from, size_t count, void *stream);
static void __mores_elements(const void *memory, size_t size, size_t count, void *stream);
static size_t __mores_length(const char *text);
static void __mores_works(int used);
static char *__mores_line(char *line, int size, void *stream);
static size_t __mores_read_elements(void *memory, size_t size, size_t count, void *stream);

int putchar(int c)
{
    __mores_works(__mores_used());
    __mores_put_out(c);
    return (unsigned char)c;
}

int putchar_unlocked(int c)
{
    __mores_works(__mores_used());
    __mores_put_out(c);
    return (unsigned char)c;
}

int fputc(int c, void *stream)
{
    __mores_works(__mores_used());
    return __mores_put(c, stream);
}

int fputc_unlocked(int c, void *stream)
{
    __mores_works(__mores_used());
    return __mores_put(c, stream);
}

int putc(int c, void *stream)
{
    __mores_works(__mores_used());
    return __mores_put(c, stream);
}

int putc_unlocked(int c, void *stream)
{
    __mores_works(__mores_used());
    return __mores_put(c, stream);
}

int _IO_putc(int c, void *stream)
{
    __mores_works(__mores_used());
    return __mores_put(c, stream);
}

int puts(const char *text)
{
    int used = __mores_used();
    __mores_works(used);
    __mores_write(text, __mores_length(text), &__mores_stdout);
    __mores_put('\n', &__mores_stdout);
    return used ? __mores_open_natural("puts") : 0;
}

int fputs(const char *text, void *stream)
{
    int used = __mores_used();
    __mores_works(used);
    __mores_write(text, __mores_length(text), stream);
    return used ? __mores_open_natural("fputs") : 0;
}

int fputs_unlocked(const char *text, void *stream)
{
    int used = __mores_used();
    __mores_works(used);
    __mores_write(text, __mores_length(text), stream);
    return used ? __mores_open_natural("fputs_unlocked") : 0;
}

size_t fwrite(const void *memory, size_t size, size_t count, void *stream)
{
    __mores_works(__mores_used());
    __mores_elements(memory, size, count, stream);
    return size == 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *memory, size_t size, size_t count, void *stream)
{
    __mores_works(__mores_used());
    __mores_elements(memory, size, count, stream);
    return size == 0 ? 0 : count;
}

long write(int descriptor, const void *memory, size_t count)
{
    if (descriptor == 1 || descriptor == 2) {
        __mores_usable(descriptor);
    }
    __mores_assumed("`write` writes all that it is given");
    const unsigned char *bytes = memory;
    if (!__mores_watched() && (descriptor == 1 || descriptor == 2)) {
        __mores_reach(memory, count);
        return (long)count;
    }
    for (size_t i = 0; i < count; i++) {
        __mores_put_directly(bytes[i], descriptor);
    }
    return (long)count;
}

/* A message about the last error goes to standard error. */
void perror(const char *text)
{
    if (text != (const char *)0) {
        __mores_length(text);
    }
}

int fflush(void *stream)
{
    __mores_works(__mores_used());
    if (stream == (void *)0 || __mores_descriptor(stream) == 1) {
        __mores_held = 0;
    } else if (__mores_descriptor(stream) == 0) {
        __mores_unsupported("standard input is flushed");
    }
    return 0;
}

int fflush_unlocked(void *stream) { return fflush(stream); }

void setbuf(void *stream, char *buffer) { __mores_buffer(stream, buffer); }
void setbuffer(void *stream, char *buffer, size_t size) { __mores_buffer(stream, buffer); }
void setlinebuf(void *stream) { __mores_descriptor(stream); }

int setvbuf(void *stream, char *buffer, int mode, size_t size)
{
    int used = __mores_used();
    __mores_buffer(stream, buffer);
    return used ? __mores_open_any("setvbuf") : 0;
}

int getchar(void) { return __mores_get(); }
int getchar_unlocked(void) { return __mores_get(); }

int fgetc(void *stream) { return __mores_get_from(stream); }
int fgetc_unlocked(void *stream) { return __mores_get_from(stream); }
int getc(void *stream) { return __mores_get_from(stream); }
int getc_unlocked(void *stream) { return __mores_get_from(stream); }
int _IO_getc(void *stream) { return __mores_get_from(stream); }

int ungetc(int c, void *stream)
{
    if (c == -1) {
        __mores_for_reading(stream);
        return -1;
    }
    if (!__mores_is_standard(stream)) {
        __mores_file_unget((unsigned char)c, stream, 1);
        return (unsigned char)c;
    }
    __mores_for_reading(stream);
    if (__mores_put_back) {
        __mores_unsupported("a second character is put back");
    }
    __mores_put_back = 1;
    __mores_push_back((unsigned char)c);
    return (unsigned char)c;
}

char *fgets(char *line, int size, void *stream) { return __mores_line(line, size, stream); }
char *fgets_unlocked(char *line, int size, void *stream) { return __mores_line(line, size, stream); }

size_t fread(void *memory, size_t size, size_t count, void *stream)
{
    return __mores_read_elements(memory, size, count, stream);
}

size_t fread_unlocked(void *memory, size_t size, size_t count, void *stream)
{
    return __mores_read_elements(memory, size, count, stream);
}

long read(int descriptor, void *memory, size_t count)
{
    if (descriptor != 0) {
        __mores_unsupported("reading from a descriptor that is not 0");
    }
    __mores_usable(0);
    if (__mores_ahead) {
        __mores_unsupported("standard input is read directly after a stream has read from it");
    }
    __mores_assumed("`read` gives as much as it is asked for while there is more");
    unsigned char *bytes = memory;
    size_t length = 0;
    while (length < count) {
        int c = __mores_next_byte();
        if (c == -1) {
            break;
        }
        bytes[length++] = (unsigned char)c;
    }
    return (long)length;
}

int feof(void *stream) { return __mores_open_truth("feof", __mores_at_end(stream)); }
int feof_unlocked(void *stream) { return __mores_open_truth("feof_unlocked", __mores_at_end(stream)); }

int ferror(void *stream)
{
    __mores_works(__mores_used());
    __mores_at_end(stream);
    return 0;
}

int ferror_unlocked(void *stream)
{
    __mores_works(__mores_used());
    __mores_at_end(stream);
    return 0;
}

void clearerr(void *stream) { __mores_clear(stream); }
void clearerr_unlocked(void *stream) { __mores_clear(stream); }

int fileno(void *stream)
{
    if (!__mores_is_standard(stream)) {
        __mores_unsupported("the descriptor of a file");
    }
    return __mores_descriptor(stream);
}

void _exit(int status)
{
    if (__mores_held) {
        __mores_unsupported("the program ends while a stream may hold back what was written");
    }
    __mores_exit(status);
}

void _Exit(int status) { _exit(status); }
void quick_exit(int status) { _exit(status); }

/* Writes one character to a stream, and gives it back. */
int __mores_put(int c, void *stream)
{
    int descriptor = __mores_descriptor(stream);
    if (descriptor == 0) {
        __mores_unsupported("writing to standard input");
    }
    if (descriptor == 1) {
        __mores_put_out(c);
    }
    return (unsigned char)c;
}

static void __mores_put_out(int c)
{
    __mores_usable(1);
    if (__mores_watched()) {
        __mores_output(c);
        if (__mores_direct_use()) {
            __mores_held = 1;
        }
    }
}

void __mores_put_directly(int c, int descriptor)
{
    if (descriptor == 1) {
        if (__mores_held) {
            __mores_unsupported("standard output is written directly while a stream may hold something back");
        }
        __mores_output(c);
    } else if (descriptor != 2) {
        __mores_unsupported("writing to a descriptor that is neither 1 nor 2");
    }
}

_Bool __mores_is_standard(void *stream)
{
    return stream == &__mores_stdout || stream == &__mores_stderr || stream == &__mores_stdin;
}

void __mores_close_standard(void *stream) { __mores_closed[__mores_descriptor(stream)] = 1; }

/* What happens to a stream that is closed is not known. */
void __mores_usable(int descriptor)
{
    if (__mores_closed[descriptor]) {
        __mores_unsupported("a standard stream is used after it was closed");
    }
}

/* The descriptor of a standard stream, and one that is neither of these where a file is written. */
static int __mores_descriptor(void *stream)
{
    if (!__mores_is_standard(stream)) {
        __mores_for_writing(stream);
        return 3;
    }
    int descriptor = stream == &__mores_stdout ? 1 : stream == &__mores_stderr ? 2 : 0;
    __mores_usable(descriptor);
    return descriptor;
}

static _Bool __mores_at_end(void *stream)
{
    if (!__mores_is_standard(stream)) {
        return __mores_file_ended(stream);
    }
    return __mores_descriptor(stream) == 0 && __mores_ended;
}

static void __mores_clear(void *stream)
{
    if (!__mores_is_standard(stream)) {
        __mores_file_clear(stream);
    } else if (__mores_descriptor(stream) == 0) {
        __mores_ended = 0;
    }
}

int __mores_get_from(void *stream)
{
    if (!__mores_is_standard(stream)) {
        return __mores_file_get(stream);
    }
    __mores_for_reading(stream);
    return __mores_get();
}

/* Puts back the last byte, which was read to see that it does not belong to what was read before. */
void __mores_unread(int c, void *stream)
{
    if (c == -1) {
        return;
    }
    if (!__mores_is_standard(stream)) {
        __mores_file_unget(c, stream, 0);
    } else {
        __mores_push_back(c);
    }
}

static void __mores_push_back(int c)
{
    if (__mores_pushed != -1) {
        __mores_unsupported("a second character is put back");
    }
    if (__mores_ended || !__mores_step_back(c)) {
        __mores_pushed = c;
    }
    __mores_ended = 0;
}

/* What the program sees in such an array, and what becomes of what it stores there, is left open. */
static void __mores_buffer(void *stream, char *buffer)
{
    __mores_descriptor(stream);
    if (buffer != (char *)0) {
        __mores_unsupported("a stream holds back what was written in an array of the program");
    }
}

static void __mores_for_reading(void *stream)
{
    if (__mores_is_standard(stream) && __mores_descriptor(stream) != 0) {
        __mores_unsupported("reading from a stream that is not standard input");
    }
}

static int __mores_get(void)
{
    __mores_usable(0);
    __mores_put_back = 0;
    if (__mores_pushed != -1) {
        int c = __mores_pushed;
        __mores_pushed = -1;
        return c;
    }
    if (__mores_direct_reading()) {
        __mores_ahead = 1;
    }
    int c = __mores_next_byte();
    if (c == -1) {
        __mores_ended = 1;
    }
    return c;
}

static size_t __mores_get_bytes(unsigned char *to, size_t count, void *stream)
{
    size_t length = 0;
    while (length < count) {
        int c = __mores_get_from(stream);
        if (c == -1) {
            break;
        }
        to[length++] = (unsigned char)c;
    }
    return length;
}

static size_t __mores_read_elements(void *memory, size_t size, size_t count, void *stream)
{
    __mores_for_reading(stream);
    if (size == 0 || count == 0) {
        return 0;
    }
    size_t length = __mores_get_bytes(memory, size * count, stream);
    /* Nobody knows what a part of an element is. */
    if (length % size != 0) {
        __mores_unset((char *)memory + length / size * size, size);
    }
    return length / size;
}

static char *__mores_line(char *line, int size, void *stream)
{
    int length = 0;
    __mores_for_reading(stream);
    if (size < 2) {
        __mores_unsupported("a line is read where there is no room for a character");
    }
    while (length < size - 1) {
        int c = __mores_get_from(stream);
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
    line[length] = 0;
    return line;
}

static void __mores_write(const void *from, size_t count, void *stream)
{
    if (count == 0) {
        return;
    }
    if (!__mores_watched()) {
        __mores_descriptor(stream);
        __mores_reach(from, count);
        return;
    }
    if (__mores_lags(from) && __mores_descriptor(stream) == 1) {
        __mores_print(from, count);
        if (__mores_direct_use()) {
            __mores_held = 1;
        }
        return;
    }
    const unsigned char *bytes = from;
    for (size_t i = 0; i < count; i++) {
        __mores_put(bytes[i], stream);
    }
}

static size_t __mores_length(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

/* Whoever looks at what a function gives relies on it not to fail. */
static void __mores_works(int used)
{
    if (used) {
        __mores_assumed("reading and writing never fails");
    }
}

/* Compilers take the memory not to be null, also where there is nothing to write. */
static void __mores_elements(const void *memory, size_t size, size_t count, void *stream)
{
    if (size * count == 0 && !memory) {
        __mores_undefined("argument");
    }
    __mores_write(memory, size * count, stream);
}
