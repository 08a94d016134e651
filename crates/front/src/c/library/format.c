/* sprintf and its kin. Numbers with fractions are not done. */

typedef __typeof__(sizeof 0) size_t;

/* Where characters go, and how many there are; those beyond the size are only counted. */
struct __mores_text {
    char *to;
    size_t size, length;
};

/* What stands between % and the letter. */
struct __mores_how {
    _Bool left, plus, space, zero, other, upper;
    int width, precision;
};

/* Intrinsic: nobody knows what follows. */
void __mores_unsupported(void);

static int __mores_format(struct __mores_text *text, const char *format, __builtin_va_list args);
static void __mores_add(struct __mores_text *text, char c);
static void __mores_pad(struct __mores_text *text, char c, int count);
static void __mores_string(struct __mores_text *text, const char *from, int length, struct __mores_how *how);
static void __mores_signed(struct __mores_text *text, long long value, struct __mores_how *how);
static void __mores_number(struct __mores_text *text, unsigned long long value, unsigned base, const char *prefix,
                           struct __mores_how *how);

int sprintf(char *to, const char *format, ...)
{
    struct __mores_text text = {to, ~(size_t)0, 0};
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_format(&text, format, args);
    __builtin_va_end(args);
    return length;
}

int snprintf(char *to, size_t size, const char *format, ...)
{
    struct __mores_text text = {to, size, 0};
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int length = __mores_format(&text, format, args);
    __builtin_va_end(args);
    return length;
}

int vsprintf(char *to, const char *format, __builtin_va_list args)
{
    struct __mores_text text = {to, ~(size_t)0, 0};
    return __mores_format(&text, format, args);
}

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list args)
{
    struct __mores_text text = {to, size, 0};
    return __mores_format(&text, format, args);
}

static int __mores_format(struct __mores_text *text, const char *format, __builtin_va_list args)
{
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
            int length = 0;
            if (from == (const char *)0) {
                from = how.precision >= 0 && how.precision < 6 ? "" : "(null)";
            }
            while ((how.precision < 0 || length < how.precision) && from[length] != 0) {
                length++;
            }
            __mores_string(text, from, length, &how);
        } else if (letter == '%') {
            __mores_add(text, '%');
        } else {
            __mores_unsupported();
        }
    }
    if (text->size > 0) {
        text->to[text->length < text->size ? text->length : text->size - 1] = 0;
    }
    return (int)text->length;
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
    if (text->length + 1 < text->size) {
        text->to[text->length] = c;
    }
    text->length++;
}
