/* Functions of string.h and strings.h. Those that move bytes are intrinsic. */

typedef __typeof__(sizeof 0) size_t;

/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);
/* Intrinsic: whether so many bytes from here and so many from there share one; of none, whether both are in one object. */
_Bool __mores_overlap(const void *here, size_t count, const void *there, size_t other);
/* Intrinsic: whether memory has run out; then `errno` says so. */
int __mores_refused(void);
/* Intrinsic: numbers that the function of this name leaves open: any of the sign of another, any that is zero where it is. */
int __mores_open_sign(const char *function, int of);
int __mores_open_truth(const char *function, int of);

static void __mores_apart(const char *to, size_t before, size_t fixed, const char *from, size_t most);
static void __mores_given(const void *memory, size_t count);
static size_t __mores_span(const char *text, const char *set, int within);
static int __mores_lower(unsigned char c);
static char *__mores_token(char *text, const char *set, char **rest);

void *mempcpy(void *to, const void *from, size_t count)
{
    return (char *)__builtin_memcpy(to, from, count) + count;
}

void bcopy(const void *from, void *to, size_t count) { __builtin_memmove(to, from, count); }
void bzero(void *memory, size_t count) { __builtin_memset(memory, 0, count); }

int ffs(int v) { return __builtin_ffs(v); }

int memcmp(const void *left, const void *right, size_t count)
{
    __mores_given(left, count);
    __mores_given(right, count);
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return __mores_open_sign("memcmp", a[i] - b[i]);
        }
    }
    return 0;
}

int bcmp(const void *left, const void *right, size_t count)
{
    __mores_given(left, count);
    __mores_given(right, count);
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return __mores_open_truth("bcmp", 1);
        }
    }
    return 0;
}

void *memchr(const void *memory, int wanted, size_t count)
{
    __mores_given(memory, count);
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == (unsigned char)wanted) {
            return (void *)(bytes + i);
        }
    }
    return (void *)0;
}

void *rawmemchr(const void *memory, int wanted)
{
    const unsigned char *bytes = memory;
    size_t i = 0;
    while (bytes[i] != (unsigned char)wanted) {
        i++;
    }
    return (void *)(bytes + i);
}

void *memrchr(const void *memory, int wanted, size_t count)
{
    __mores_given(memory, count);
    const unsigned char *bytes = memory;
    for (size_t i = count; i > 0; i--) {
        if (bytes[i - 1] == (unsigned char)wanted) {
            return (void *)(bytes + (i - 1));
        }
    }
    return (void *)0;
}

void *memmem(const void *memory, size_t count, const void *part, size_t length)
{
    __mores_given(memory, 0);
    __mores_given(part, 0);
    const unsigned char *bytes = memory, *wanted = part;
    for (size_t i = 0; length <= count && i <= count - length; i++) {
        size_t same = 0;
        while (same < length && bytes[i + same] == wanted[same]) {
            same++;
        }
        if (same == length) {
            return (void *)(bytes + i);
        }
    }
    return (void *)0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

size_t strnlen(const char *text, size_t most)
{
    __mores_given(text, most);
    size_t length = 0;
    while (length < most && text[length] != 0) {
        length++;
    }
    return length;
}

char *strcpy(char *to, const char *from)
{
    __mores_apart(to, 0, 0, from, ~(size_t)0);
    size_t i = 0;
    while ((to[i] = from[i]) != 0) {
        i++;
    }
    return to;
}

char *stpcpy(char *to, const char *from)
{
    __mores_apart(to, 0, 0, from, ~(size_t)0);
    size_t i = 0;
    while ((to[i] = from[i]) != 0) {
        i++;
    }
    return to + i;
}

char *strncpy(char *to, const char *from, size_t count)
{
    __mores_given(to, count);
    __mores_given(from, count);
    __mores_apart(to, 0, count, from, count);
    size_t i = 0;
    while (i < count && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < count) {
        to[i] = 0;
        i++;
    }
    return to;
}

char *stpncpy(char *to, const char *from, size_t count)
{
    __mores_given(to, count);
    __mores_given(from, count);
    __mores_apart(to, 0, count, from, count);
    size_t length = 0;
    while (length < count && from[length] != 0) {
        to[length] = from[length];
        length++;
    }
    for (size_t i = length; i < count; i++) {
        to[i] = 0;
    }
    return to + length;
}

char *strcat(char *to, const char *from)
{
    size_t end = 0, i = 0;
    while (to[end] != 0) {
        end++;
    }
    __mores_apart(to, end, 0, from, ~(size_t)0);
    while ((to[end + i] = from[i]) != 0) {
        i++;
    }
    return to;
}

char *strncat(char *to, const char *from, size_t count)
{
    __mores_given(from, count);
    size_t end = 0, i = 0;
    while (to[end] != 0) {
        end++;
    }
    __mores_apart(to, end, 0, from, count);
    while (i < count && from[i] != 0) {
        to[end + i] = from[i];
        i++;
    }
    to[end + i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = 0;
    while (from[length] != 0) {
        if (length + 1 < size) {
            to[length] = from[length];
        }
        length++;
    }
    if (size > 0) {
        to[length < size ? length : size - 1] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = 0, length = 0;
    while (end < size && to[end] != 0) {
        end++;
    }
    while (from[length] != 0) {
        if (end < size && length + 1 < size - end) {
            to[end + length] = from[length];
        }
        length++;
    }
    if (end < size) {
        to[length < size - end ? end + length : size - 1] = 0;
    }
    return end + length;
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i]) {
        i++;
    }
    return __mores_open_sign("strcmp", a[i] - b[i]);
}

int strcoll(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i]) {
        i++;
    }
    return __mores_open_sign("strcoll", a[i] - b[i]);
}

int strncmp(const char *left, const char *right, size_t count)
{
    __mores_given(left, count);
    __mores_given(right, count);
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) {
            return __mores_open_sign("strncmp", a[i] - b[i]);
        }
        if (a[i] == 0) {
            return 0;
        }
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    size_t i = 0;
    while (left[i] != 0 && __mores_lower(left[i]) == __mores_lower(right[i])) {
        i++;
    }
    return __mores_open_sign("strcasecmp", __mores_lower(left[i]) - __mores_lower(right[i]));
}

int strncasecmp(const char *left, const char *right, size_t count)
{
    __mores_given(left, count);
    __mores_given(right, count);
    for (size_t i = 0; i < count; i++) {
        int difference = __mores_lower(left[i]) - __mores_lower(right[i]);
        if (difference != 0 || left[i] == 0) {
            return __mores_open_sign("strncasecmp", difference);
        }
    }
    return 0;
}

char *strchr(const char *text, int wanted)
{
    size_t i = 0;
    while (text[i] != (char)wanted) {
        if (text[i] == 0) {
            return (char *)0;
        }
        i++;
    }
    return (char *)(text + i);
}

char *index(const char *text, int wanted)
{
    size_t i = 0;
    while (text[i] != (char)wanted) {
        if (text[i] == 0) {
            return (char *)0;
        }
        i++;
    }
    return (char *)(text + i);
}

char *strchrnul(const char *text, int wanted)
{
    size_t i = 0;
    while (text[i] != (char)wanted && text[i] != 0) {
        i++;
    }
    return (char *)(text + i);
}

char *strrchr(const char *text, int wanted)
{
    const char *found = (const char *)0;
    for (size_t i = 0;; i++) {
        if (text[i] == (char)wanted) {
            found = text + i;
        }
        if (text[i] == 0) {
            return (char *)found;
        }
    }
}

char *rindex(const char *text, int wanted)
{
    const char *found = (const char *)0;
    for (size_t i = 0;; i++) {
        if (text[i] == (char)wanted) {
            found = text + i;
        }
        if (text[i] == 0) {
            return (char *)found;
        }
    }
}

char *strstr(const char *text, const char *part)
{
    for (size_t i = 0;; i++) {
        size_t same = 0;
        while (part[same] != 0 && text[i + same] == part[same]) {
            same++;
        }
        if (part[same] == 0) {
            return (char *)(text + i);
        }
        if (text[i + same] == 0) {
            return (char *)0;
        }
    }
}

char *strcasestr(const char *text, const char *part)
{
    for (size_t i = 0;; i++) {
        size_t same = 0;
        while (part[same] != 0 && __mores_lower(text[i + same]) == __mores_lower(part[same])) {
            same++;
        }
        if (part[same] == 0) {
            return (char *)(text + i);
        }
        if (text[i + same] == 0) {
            return (char *)0;
        }
    }
}

size_t strspn(const char *text, const char *set)
{
    return __mores_span(text, set, 1);
}

size_t strcspn(const char *text, const char *set)
{
    return __mores_span(text, set, 0);
}

char *strpbrk(const char *text, const char *set)
{
    size_t i = __mores_span(text, set, 0);
    return text[i] == 0 ? (char *)0 : (char *)(text + i);
}

char *strtok(char *text, const char *set)
{
    static char *rest;
    return __mores_token(text, set, &rest);
}

char *strtok_r(char *text, const char *set, char **rest)
{
    return __mores_token(text, set, rest);
}

char *__strtok_r(char *text, const char *set, char **rest)
{
    return __mores_token(text, set, rest);
}

char *strsep(char **text, const char *set)
{
    char *start = *text;
    if (start == (char *)0) {
        return start;
    }
    size_t length = __mores_span(start, set, 0);
    if (start[length] == 0) {
        *text = (char *)0;
    } else {
        start[length] = 0;
        *text = start + length + 1;
    }
    return start;
}

char *strdup(const char *text)
{
    if (__mores_refused()) {
        return (char *)0;
    }
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    char *copy = __builtin_malloc(length + 1);
    if (copy != (char *)0) {
        __builtin_memcpy(copy, text, length + 1);
    }
    return copy;
}

char *strndup(const char *text, size_t most)
{
    if (__mores_refused()) {
        return (char *)0;
    }
    __mores_given(text, most);
    size_t length = 0;
    while (length < most && text[length] != 0) {
        length++;
    }
    char *copy = __builtin_malloc(length + 1);
    if (copy != (char *)0) {
        __builtin_memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

static char *__mores_token(char *text, const char *set, char **rest)
{
    __mores_given(set, 0);
    if (text == (char *)0) {
        text = *rest;
    }
    if (text == (char *)0) {
        return text;
    }
    text += __mores_span(text, set, 1);
    size_t length = __mores_span(text, set, 0);
    if (text[length] == 0) {
        *rest = text + length;
    } else {
        text[length] = 0;
        *rest = text + length + 1;
    }
    return length == 0 ? (char *)0 : text;
}

/* How many characters at the start are in the set, or are not. */
static size_t __mores_span(const char *text, const char *set, int within)
{
    __mores_given(set, 0);
    size_t length = 0;
    while (text[length] != 0) {
        size_t i = 0;
        while (set[i] != 0 && set[i] != text[length]) {
            i++;
        }
        if ((set[i] != 0) != within) {
            break;
        }
        length++;
    }
    return length;
}

static int __mores_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* A text is not copied to where a part of it lies. What is written is behind so much, or all in all a fixed number. */
static void __mores_apart(const char *to, size_t before, size_t fixed, const char *from, size_t most)
{
    if (__mores_overlap(to, 0, from, 0)) {
        size_t length = 0;
        while (length < most && from[length] != 0) {
            length++;
        }
        size_t read = length < most ? length + 1 : length;
        if (__mores_overlap(to, fixed != 0 ? fixed : before + length + 1, from, read)) {
            __mores_undefined("overlap");
        }
    }
}

/* Memory must be there also where none of it is looked at: compilers take a pointer that is given to these functions not to be null. */
static void __mores_given(const void *memory, size_t count)
{
    if (count == 0 && !memory) {
        __mores_undefined("argument");
    }
}
