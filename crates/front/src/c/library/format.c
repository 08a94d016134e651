/* printf and its kin: a format and its arguments become characters, in memory, in a stream or behind a descriptor.
   Numbers with fractions are not done. */

typedef __typeof__(sizeof 0) size_t;

/* Where characters go. */
enum __mores_place { __mores_memory, __mores_stream, __mores_direct };

/* Characters, where they go, and how many there are; in memory those beyond the size are only counted. */
struct __mores_text {
    enum __mores_place place;
    char *to;
    size_t size, length;
    void *stream;
    int descriptor;
    /* Whether somebody wants to know how many there are. */
    _Bool counted;
};

/* What stands between % and the letter. */
struct __mores_how {
    _Bool left, plus, space, zero, other, upper;
    int width, precision;
};

extern char __mores_stdout;

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);
/* Intrinsic: whether somebody looks at the result of the function that was just called. */
int __mores_used(void);
/* Intrinsic: whether somebody looks at what is written. */
_Bool __mores_watched(void);
/* Intrinsic: whether memory has run out; then `errno` says so. */
int __mores_refused(void);
/* Intrinsic: so many bytes have no value any more. */
void __mores_unset(void *at, size_t count);
/* Intrinsic: whether so many bytes from here and so many from there share one. */
_Bool __mores_overlap(const void *here, size_t count, const void *there, size_t other);

int __mores_put(int c, void *stream);
void __mores_put_directly(int c, int descriptor);

int __mores_read_text(const char *text, int most);
int __mores_to_memory(char *to, size_t size, const char *format, __builtin_va_list args);
static int __mores_to_new_memory(char **to, const char *format, __builtin_va_list args);
int __mores_to_stream(void *stream, const char *format, __builtin_va_list args, _Bool counted);
static int __mores_to_descriptor(int descriptor, const char *format, __builtin_va_list args, _Bool counted);
static int __mores_format(struct __mores_text *text, const char *format, __builtin_va_list args);
static _Bool __mores_stores(const char *format);
static void __mores_add(struct __mores_text *text, char c);
static void __mores_pad(struct __mores_text *text, char c, int count);
static void __mores_string(struct __mores_text *text, const char *from, int length, struct __mores_how *how);
static void __mores_signed(struct __mores_text *text, long long value, struct __mores_how *how);
static void __mores_number(struct __mores_text *text, unsigned long long value, unsigned base, const char *prefix,
                           struct __mores_how *how);

int sprintf(char *to, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_memory(to, ~(size_t)0, format, args);
    __builtin_va_end(args);
    return length;
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_memory(to, size, format, args);
    __builtin_va_end(args);
    return length;
}

int vsprintf(char *to, const char *format, __builtin_va_list args)
{
    return __mores_to_memory(to, ~(size_t)0, format, args);
}

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list args)
{
    return __mores_to_memory(to, size, format, args);
}

/* The pointer is set where there is memory. */
int asprintf(char **to, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_new_memory(to, format, args);
    __builtin_va_end(args);
    return length;
}

int vasprintf(char **to, const char *format, __builtin_va_list args) { return __mores_to_new_memory(to, format, args); }

int printf(const char *format, ...)
{
    _Bool counted = __mores_used();
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_stream(&__mores_stdout, format, args, counted);
    __builtin_va_end(args);
    return length;
}

int fprintf(void *stream, const char *format, ...)
{
    _Bool counted = __mores_used();
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_stream(stream, format, args, counted);
    __builtin_va_end(args);
    return length;
}

int dprintf(int descriptor, const char *format, ...)
{
    _Bool counted = __mores_used();
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_descriptor(descriptor, format, args, counted);
    __builtin_va_end(args);
    return length;
}

int vprintf(const char *format, __builtin_va_list args)
{
    return __mores_to_stream(&__mores_stdout, format, args, __mores_used());
}

int vfprintf(void *stream, const char *format, __builtin_va_list args)
{
    return __mores_to_stream(stream, format, args, __mores_used());
}

int vdprintf(int descriptor, const char *format, __builtin_va_list args)
{
    return __mores_to_descriptor(descriptor, format, args, __mores_used());
}

/* What the headers make of printf and fprintf where they are fortified. */
int __printf_chk(int flag, const char *format, ...)
{
    _Bool counted = __mores_used();
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_stream(&__mores_stdout, format, args, counted);
    __builtin_va_end(args);
    return length;
}

int __fprintf_chk(void *stream, int flag, const char *format, ...)
{
    _Bool counted = __mores_used();
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_to_stream(stream, format, args, counted);
    __builtin_va_end(args);
    return length;
}

int __mores_to_memory(char *to, size_t size, const char *format, __builtin_va_list args)
{
    struct __mores_text text = {__mores_memory, to, size, 0, (void *)0, -1, 1};
    int length = __mores_format(&text, format, args);
    if (size > 0) {
        to[text.length < size ? text.length : size - 1] = 0;
    }
    return length;
}

static int __mores_to_new_memory(char **to, const char *format, __builtin_va_list args)
{
    if (__mores_refused()) {
        __mores_unset(to, sizeof *to);
        return -1;
    }
    __builtin_va_list again;
    __builtin_va_copy(again, args);
    size_t size = (size_t)__mores_to_memory((char *)0, 0, format, again) + 1;
    __builtin_va_end(again);
    char *memory = __builtin_malloc(size);
    if (memory == (char *)0) {
        return -1;
    }
    *to = memory;
    return __mores_to_memory(memory, size, format, args);
}

int __mores_to_stream(void *stream, const char *format, __builtin_va_list args, _Bool counted)
{
    struct __mores_text text = {__mores_stream, (char *)0, 0, 0, stream, -1, counted};
    return __mores_format(&text, format, args);
}

static int __mores_to_descriptor(int descriptor, const char *format, __builtin_va_list args, _Bool counted)
{
    struct __mores_text text = {__mores_direct, (char *)0, 0, 0, (void *)0, descriptor, counted};
    return __mores_format(&text, format, args);
}

static int __mores_format(struct __mores_text *text, const char *format, __builtin_va_list args)
{
    if (!text->counted && __mores_stores(format)) {
        text->counted = 1;
    }
    for (size_t i = 0; format[i] != 0; i++) {
        if (format[i] != '%') {
            __mores_add(text, format[i]);
            continue;
        }
        struct __mores_how how = {0, 0, 0, 0, 0, 0, 0, -1};
        for (i++;; i++) {
            if (format[i] == '-') {
                how.left = 1;
            } else if (format[i] == '+') {
                how.plus = 1;
            } else if (format[i] == ' ') {
                how.space = 1;
            } else if (format[i] == '0') {
                how.zero = 1;
            } else if (format[i] == '#') {
                how.other = 1;
            } else {
                break;
            }
        }
        if (format[i] == '*') {
            how.width = __builtin_va_arg(args, int);
            if (how.width < 0) {
                how.left = 1;
                how.width = -how.width;
            }
            i++;
        }
        while (format[i] >= '0' && format[i] <= '9') {
            how.width = how.width * 10 + (format[i++] - '0');
        }
        if (format[i] == '.') {
            how.precision = 0;
            if (format[++i] == '*') {
                how.precision = __builtin_va_arg(args, int);
                i++;
            }
            while (format[i] >= '0' && format[i] <= '9') {
                how.precision = how.precision * 10 + (format[i++] - '0');
            }
        }
        /* The size of the argument: of char at -2, of long long at 2. */
        int size = 0;
        for (;; i++) {
            if (format[i] == 'h') {
                size--;
            } else if (format[i] == 'l') {
                size++;
            } else if (format[i] == 'z' || format[i] == 't') {
                size = 1;
            } else if (format[i] == 'j' || format[i] == 'q') {
                size = 2;
            } else {
                break;
            }
        }
        char letter = format[i];
        if (letter == 'd' || letter == 'i') {
            if (size >= 2) {
                __mores_signed(text, __builtin_va_arg(args, long long), &how);
            } else if (size == 1) {
                __mores_signed(text, __builtin_va_arg(args, long), &how);
            } else {
                int value = __builtin_va_arg(args, int);
                __mores_signed(text, size == 0 ? value : size == -1 ? (short)value : (signed char)value, &how);
            }
        } else if (letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
            unsigned long long value;
            if (size >= 2) {
                value = __builtin_va_arg(args, unsigned long long);
            } else if (size == 1) {
                value = __builtin_va_arg(args, unsigned long);
            } else {
                unsigned given = __builtin_va_arg(args, unsigned);
                value = size == 0 ? given : size == -1 ? (unsigned short)given : (unsigned char)given;
            }
            how.upper = letter == 'X';
            const char *prefix = !how.other || value == 0 || letter == 'u' ? "" : letter == 'o' ? "0" : how.upper ? "0X" : "0x";
            __mores_number(text, value, letter == 'u' ? 10 : letter == 'o' ? 8 : 16, prefix, &how);
        } else if (letter == 'c' && size == 0) {
            char c = (char)__builtin_va_arg(args, int);
            __mores_string(text, &c, 1, &how);
        } else if (letter == 's' && size == 0) {
            const char *from = __builtin_va_arg(args, const char *);
            int length = __mores_read_text(from, how.precision);
            if (text->place == __mores_memory && __mores_overlap(text->to, text->length + length, from, length)) {
                __mores_undefined("overlap");
            }
            __mores_string(text, from, length, &how);
        } else if (letter == 'n' && size == 0) {
            *__builtin_va_arg(args, int *) = (int)text->length;
        } else if (letter == '%') {
            __mores_add(text, '%');
        } else {
            __mores_unsupported("a format for numbers with fractions");
        }
    }
    return (int)text->length;
}

/* How long a text is, as far as it is looked at: all of it where that is negative. */
int __mores_read_text(const char *text, int most)
{
    int length = 0;
    while ((most < 0 || length < most) && text[length] != 0) {
        length++;
    }
    return length;
}

/* Whether a format stores how many characters there are. */
static _Bool __mores_stores(const char *format)
{
    for (size_t i = 0; format[i] != 0; i++) {
        if (format[i] == '%') {
            for (i++; format[i] != 0 && (format[i] < 'A' || format[i] == 'h' || format[i] == 'l'); i++) {
            }
            if (format[i] == 'n') {
                return 1;
            }
            if (format[i] == 0) {
                return 0;
            }
        }
    }
    return 0;
}

static void __mores_signed(struct __mores_text *text, long long value, struct __mores_how *how)
{
    const char *prefix = value < 0 ? "-" : how->plus ? "+" : how->space ? " " : "";
    __mores_number(text, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 10, prefix, how);
}

static void __mores_number(struct __mores_text *text, unsigned long long value, unsigned base, const char *prefix,
                           struct __mores_how *how)
{
    char digits[24];
    int count = 0, before = 0;
    if (!text->counted && !__mores_watched()) {
        return;
    }
    while (value != 0) {
        unsigned digit = (unsigned)(value % base);
        digits[count++] = (char)(digit < 10 ? '0' + digit : (how->upper ? 'A' : 'a') + (digit - 10));
        value /= base;
    }
    while (prefix[before] != 0) {
        before++;
    }
    int least = how->precision >= 0 ? how->precision : 1;
    /* The zero before an octal number is a digit as others. */
    if (base == 8 && how->other && least <= count) {
        least = count + 1;
    }
    if (base == 8) {
        before = 0;
    }
    int zeros = least > count ? least - count : 0;
    int spaces = how->width - before - zeros - count;
    if (how->zero && !how->left && how->precision < 0 && spaces > 0) {
        zeros += spaces;
        spaces = 0;
    }
    if (!how->left) {
        __mores_pad(text, ' ', spaces);
    }
    for (int i = 0; i < before; i++) {
        __mores_add(text, prefix[i]);
    }
    __mores_pad(text, '0', zeros);
    for (int i = count; i > 0; i--) {
        __mores_add(text, digits[i - 1]);
    }
    if (how->left) {
        __mores_pad(text, ' ', spaces);
    }
}

static void __mores_string(struct __mores_text *text, const char *from, int length, struct __mores_how *how)
{
    if (!how->left) {
        __mores_pad(text, ' ', how->width - length);
    }
    for (int i = 0; i < length; i++) {
        __mores_add(text, from[i]);
    }
    if (how->left) {
        __mores_pad(text, ' ', how->width - length);
    }
}

static void __mores_pad(struct __mores_text *text, char c, int count)
{
    for (int i = 0; i < count; i++) {
        __mores_add(text, c);
    }
}

static void __mores_add(struct __mores_text *text, char c)
{
    if (text->place == __mores_stream) {
        __mores_put(c, text->stream);
    } else if (text->place == __mores_direct) {
        __mores_put_directly(c, text->descriptor);
    } else if (text->length + 1 < text->size) {
        text->to[text->length] = c;
    }
    text->length++;
}
