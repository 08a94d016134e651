/* Texts as numbers with fractions. A result is exact where the digits and the power of ten are both numbers that have a double of
   their own, so that one operation rounds once; all others are not known here. */

typedef __typeof__(sizeof 0) size_t;

/* A number as it is written: an amount times a power of the base, a plain one or another. */
struct __mores_written {
    unsigned long long amount;
    int power;
    /* Whether some digits, which are not all zero, found no place in the amount; and whether there is a digit. */
    _Bool lost, digits;
    _Bool negative;
};

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);

/* What `errno` is from here on. */
void __mores_set_errno(int error);

/* The powers of ten that are doubles, and those that are floats as well. */
static const double __mores_tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double __mores_read_real(const char *text, char **end, _Bool narrow);
static double __mores_named(const char *text, size_t at, size_t *end);
static size_t __mores_digits(const char *text, size_t at, unsigned base, struct __mores_written *written);
static size_t __mores_power(const char *text, size_t at, char letter, int *power);
static double __mores_of_tens(struct __mores_written *written, _Bool narrow);
static double __mores_product(unsigned long long amount, int power);
static double __mores_of_twos(struct __mores_written *written, _Bool narrow);
static double __mores_narrowed(double number);
static double __mores_beyond(double number);
static _Bool __mores_says(const char *text, size_t at, const char *word);
static unsigned __mores_digit_of(char c);

double strtod(const char *text, char **end) { return __mores_read_real(text, end, 0); }
float strtof(const char *text, char **end) { return (float)__mores_read_real(text, end, 1); }
double atof(const char *text) { return __mores_read_real(text, (char **)0, 0); }

/* A float is given as the double that it is. */
double __mores_read_real(const char *text, char **end, _Bool narrow)
{
    struct __mores_written written = {0, 0, 0, 0, 0};
    size_t at = 0, after;
    while (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) {
        at++;
    }
    if (text[at] == '-' || text[at] == '+') {
        written.negative = text[at] == '-';
        at++;
    }
    double number = __mores_named(text, at, &after);
    if (after == at) {
        if (text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')
            && (__mores_digit_of(text[at + 2]) < 16 || (text[at + 2] == '.' && __mores_digit_of(text[at + 3]) < 16))) {
            after = __mores_digits(text, at + 2, 16, &written);
            written.power *= 4;
            after = __mores_power(text, after, 'p', &written.power);
            number = __mores_of_twos(&written, narrow);
        } else {
            after = __mores_digits(text, at, 10, &written);
            if (!written.digits) {
                after = 0;
            } else {
                after = __mores_power(text, after, 'e', &written.power);
                number = __mores_of_tens(&written, narrow);
            }
        }
    }
    if (end != (char **)0) {
        *end = (char *)text + after;
    }
    return written.negative && after != 0 ? -number : number;
}

/* What is infinite or no number. Where the text is neither, nothing is read. */
static double __mores_named(const char *text, size_t at, size_t *end)
{
    *end = at;
    if (__mores_says(text, at, "inf")) {
        *end = at + (__mores_says(text, at, "infinity") ? 8 : 3);
        return __builtin_inf();
    }
    if (!__mores_says(text, at, "nan")) {
        return 0.0;
    }
    *end = at + 3;
    if (text[at + 3] == '(') {
        size_t i = at + 4;
        while (__mores_digit_of(text[i]) < 36 || text[i] == '_') {
            i++;
        }
        if (text[i] == ')') {
            *end = i + 1;
        }
    }
    return __builtin_nan("");
}

static _Bool __mores_says(const char *text, size_t at, const char *word)
{
    size_t i = 0;
    while (word[i] != 0 && (text[at + i] == word[i] || text[at + i] == word[i] - 32)) {
        i++;
    }
    return word[i] == 0;
}

static size_t __mores_digits(const char *text, size_t at, unsigned base, struct __mores_written *written)
{
    _Bool point = 0;
    unsigned long long cut = ~0ULL / base, rest = ~0ULL % base;
    for (;; at++) {
        unsigned digit = __mores_digit_of(text[at]);
        if (text[at] == '.' && !point) {
            point = 1;
            continue;
        }
        if (digit >= base) {
            break;
        }
        written->digits = 1;
        if (written->amount < cut || (written->amount == cut && digit <= rest)) {
            written->amount = written->amount * base + digit;
            written->power -= point;
        } else {
            written->lost |= digit != 0;
            written->power += !point;
        }
    }
    return at;
}

/* Adds a power behind a letter, if there is one with a digit. */
static size_t __mores_power(const char *text, size_t at, char letter, int *power)
{
    if (text[at] != letter && text[at] != letter - 32) {
        return at;
    }
    size_t after = at + 1;
    _Bool negative = text[after] == '-';
    if (text[after] == '-' || text[after] == '+') {
        after++;
    }
    if (__mores_digit_of(text[after]) > 9) {
        return at;
    }
    int amount = 0;
    for (; __mores_digit_of(text[after]) <= 9; after++) {
        if (amount < 100000) {
            amount = amount * 10 + (int)__mores_digit_of(text[after]);
        }
    }
    *power += negative ? -amount : amount;
    return after;
}

static double __mores_of_tens(struct __mores_written *written, _Bool narrow)
{
    unsigned long long amount = written->amount;
    int power = written->power, places = 0;
    if (amount == 0) {
        return 0.0;
    }
    /* How many digits stand before the point. */
    for (unsigned long long rest = amount; rest != 0; rest /= 10) {
        places++;
    }
    places += power;
    if (places > (narrow ? 39 : 309)) {
        return __mores_beyond(__builtin_inf());
    }
    if (places < (narrow ? -45 : -323)) {
        return __mores_beyond(0.0);
    }
    for (; power < 0 && amount % 10 == 0; power++) {
        amount /= 10;
    }
    for (; power > 22 && amount <= (1ULL << 53) / 10; power--) {
        amount *= 10;
    }
    if (written->lost || amount > 1ULL << 53 || power > 22 || power < -22) {
        __mores_unsupported("a number with a fraction that has so many digits");
    }
    if (!narrow) {
        return __mores_product(amount, power);
    }
    if (amount <= 1ULL << 24 && power <= 10 && power >= -10) {
        float digits = (float)(long long)amount, ten = (float)__mores_tens[power < 0 ? -power : power];
        return power < 0 ? digits / ten : digits * ten;
    }
    return __mores_narrowed(__mores_product(amount, power));
}

static double __mores_product(unsigned long long amount, int power)
{
    double digits = (double)(long long)amount;
    return power < 0 ? digits / __mores_tens[-power] : digits * __mores_tens[power];
}

/* A double that was rounded itself becomes the right float unless the double lies in the middle of two floats. */
static double __mores_narrowed(double number)
{
    double near = (float)number, other = near + 2.0 * (number - near);
    if (number < 2e-38 || number > 3e38 || (near != number && (float)other == other)) {
        __mores_unsupported("a number with a fraction that has so many digits");
    }
    return near;
}

static double __mores_of_twos(struct __mores_written *written, _Bool narrow)
{
    double number = (double)(long long)written->amount;
    int power = written->power;
    if (written->amount == 0) {
        return 0.0;
    }
    if (written->lost || written->amount > 1ULL << 53 || power < (narrow ? -126 : -1022) || power > (narrow ? 64 : 960)) {
        __mores_unsupported("a number with a fraction that has so many digits");
    }
    for (; power > 0; power--) {
        number *= 2.0;
    }
    for (; power < 0; power++) {
        number /= 2.0;
    }
    return narrow ? (double)(float)number : number;
}

static double __mores_beyond(double number)
{
    __mores_set_errno(34);
    return number;
}

static unsigned __mores_digit_of(char c)
{
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if (c >= 'a' && c <= 'z') {
        return (unsigned)(c - 'a' + 10);
    }
    return c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A' + 10) : 36;
}
