/* What filters return: memory that they allocate. The first is the output, with room for all of it. */

typedef __typeof__(sizeof 0) size_t;

/* Intrinsic: where filters write. */
void *__mores_sink(void);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
void *realloc(void *memory, size_t size);

void *__mores_allocated(size_t size);
void *__mores_zeroed(size_t count, size_t size);
void *__mores_enlarged(void *memory, size_t size);
/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: whether these are the same place of the same object. */
int __mores_same(const void *one, const void *other);
/* Intrinsic: writes a symbol. */
void __mores_out(long long symbol);

static void *__mores_own_output;

void *__mores_allocated(size_t size)
{
    if (__mores_own_output != (void *)0) {
        return __builtin_malloc(size);
    }
    __mores_own_output = __mores_sink();
    return __mores_own_output;
}

void *__mores_zeroed(size_t count, size_t size)
{
    if (__mores_own_output != (void *)0) {
        return __builtin_calloc(count, size);
    }
    return __mores_allocated(count * size);
}

void *__mores_enlarged(void *memory, size_t size)
{
    if (memory == (void *)0) {
        return __mores_allocated(size);
    }
    return __mores_same(memory, __mores_own_output) ? memory : realloc(memory, size);
}

void *__mores_enlarged_array(void *memory, size_t count, size_t size)
{
    return __mores_enlarged(memory, count * size);
}

char *__mores_copied(const char *text)
{
    if (__mores_own_output != (void *)0) {
        return strdup(text);
    }
    char *copy = __mores_allocated(0);
    char *to = copy;
    while ((*to++ = *text++) != 0) {
    }
    return copy;
}

char *__mores_copied_part(const char *text, size_t most)
{
    if (__mores_own_output != (void *)0) {
        return strndup(text, most);
    }
    char *copy = __mores_allocated(0);
    size_t i = 0;
    for (; i < most && text[i] != 0; i++) {
        copy[i] = text[i];
    }
    copy[i] = 0;
    return copy;
}

/* Looks whether what a filter returns is its output. Where it has allocated nothing, what it returns is: its input, so many characters or up
   to the zero, or another string. */
void __mores_returned(const void *memory, const void *input, long count)
{
    if (__mores_own_output != (void *)0) {
        if (!__mores_same(memory, __mores_own_output)) {
            __mores_unsupported("it returns other memory than the first that it allocates for characters");
        }
        return;
    }
    const unsigned char *from = memory;
    if (count < 0 || !__mores_same(memory, input)) {
        for (long i = 0; from[i] != 0; i++) {
            __mores_out(from[i]);
        }
        return;
    }
    for (long i = 0; i < count; i++) {
        __mores_out(from[i]);
    }
}
