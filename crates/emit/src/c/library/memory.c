
/* Whether there is memory. These functions stand before those of the library where the linker is told so (--wrap). */
extern void *__real_malloc(__SIZE_TYPE__);
extern void *__real_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_realloc(void *, __SIZE_TYPE__);
extern void *__real_reallocarray(void *, __SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *__real_memalign(__SIZE_TYPE__, __SIZE_TYPE__);
extern int __real_posix_memalign(void **, __SIZE_TYPE__, __SIZE_TYPE__);
extern char *__real_strdup(const char *);
extern char *__real_strndup(const char *, __SIZE_TYPE__);
extern int __real_vasprintf(char **, const char *, __builtin_va_list);
extern __PTRDIFF_TYPE__ __real_getdelim(char **, __SIZE_TYPE__ *, int, void *);

UNSEEN static int refused(void)
{
    if (within((int)take("malloc"), 0, 1))
        return 0;
    *__errno_location() = 12;
    return 1;
}

WEAK void *__wrap_malloc(__SIZE_TYPE__ size) { return refused() ? 0 : __real_malloc(size); }
WEAK void *__wrap_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) { return refused() ? 0 : __real_calloc(count, size); }
WEAK void *__wrap_realloc(void *memory, __SIZE_TYPE__ size) { return refused() ? 0 : __real_realloc(memory, size); }

WEAK void *__wrap_reallocarray(void *memory, __SIZE_TYPE__ count, __SIZE_TYPE__ size)
{
    return refused() ? 0 : __real_reallocarray(memory, count, size);
}

WEAK void *__wrap_aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    return refused() ? 0 : __real_aligned_alloc(alignment, size);
}

WEAK void *__wrap_memalign(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    return refused() ? 0 : __real_memalign(alignment, size);
}

WEAK int __wrap_posix_memalign(void **memory, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    int known = alignment && !(alignment & (alignment - 1)) && alignment % sizeof(void *) == 0;
    int error = *__errno_location();
    if (known && refused()) {
        *__errno_location() = error;
        return 12;
    }
    return __real_posix_memalign(memory, alignment, size);
}

WEAK char *__wrap_strdup(const char *text) { return refused() ? 0 : __real_strdup(text); }
WEAK char *__wrap_strndup(const char *text, __SIZE_TYPE__ most) { return refused() ? 0 : __real_strndup(text, most); }

WEAK int __wrap_vasprintf(char **to, const char *format, __builtin_va_list args)
{
    return refused() ? -1 : __real_vasprintf(to, format, args);
}

WEAK int __wrap_asprintf(char **to, const char *format, ...)
{
    __builtin_va_list args;
    int length;
    if (refused())
        return -1;
    __builtin_va_start(args, format);
    length = __real_vasprintf(to, format, args);
    __builtin_va_end(args);
    return length;
}

WEAK __PTRDIFF_TYPE__ __wrap_getdelim(char **line, __SIZE_TYPE__ *size, int delimiter, void *stream)
{
    if (line && size && (!*line || !*size) && refused())
        return -1;
    return __real_getdelim(line, size, delimiter, stream);
}

WEAK __PTRDIFF_TYPE__ __wrap_getline(char **line, __SIZE_TYPE__ *size, void *stream)
{
    return __wrap_getdelim(line, size, '\n', stream);
}

/* What is needed here is there. */
#define calloc __real_calloc
#define realloc __real_realloc
