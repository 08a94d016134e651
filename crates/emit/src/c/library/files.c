
/* Files hold what the program is given (glibc and musl: it reads them through functions). */
typedef struct {
    unsigned char *bytes;
    __SIZE_TYPE__ known, at;
    int over;
} Contents;

typedef struct {
    __PTRDIFF_TYPE__ (*read)(void *, char *, __SIZE_TYPE__);
    __PTRDIFF_TYPE__ (*write)(void *, const char *, __SIZE_TYPE__);
    int (*seek)(void *, long long *, int);
    int (*close)(void *);
} Functions;

extern void *fopencookie(void *, const char *, Functions);
extern int setvbuf(void *, char *, int, __SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);

UNSEEN static int file_grows(Contents *file)
{
    int c = file->over ? -1 : (int)within((int)take("file"), -1, 255);
    if (c < 0) {
        file->over = 1;
        return 0;
    }
    if (file->known % 64 == 0)
        file->bytes = realloc(file->bytes, file->known + 64);
    file->bytes[file->known++] = (unsigned char)c;
    return 1;
}

/* Byte by byte, so that nothing is asked for that the program does not read. */
UNSEEN static __PTRDIFF_TYPE__ file_read(void *cookie, char *to, __SIZE_TYPE__ size)
{
    Contents *file = cookie;
    while (file->at >= file->known && file_grows(file)) {
    }
    if (size == 0 || file->at >= file->known)
        return 0;
    *to = (char)file->bytes[file->at++];
    return 1;
}

UNSEEN static __PTRDIFF_TYPE__ file_write(void *cookie, const char *from, __SIZE_TYPE__ size)
{
    (void)cookie;
    (void)from;
    return (__PTRDIFF_TYPE__)size;
}

UNSEEN static int file_seek(void *cookie, long long *offset, int from)
{
    Contents *file = cookie;
    while (from == 2 && file_grows(file)) {
    }
    *offset += from == 0 ? 0 : (long long)(from == 1 ? file->at : file->known);
    if (*offset < 0)
        return -1;
    file->at = (__SIZE_TYPE__)*offset;
    return 0;
}

UNSEEN static void *file_opened(const char *mode)
{
    Functions functions = { file_read, file_write, file_seek, 0 };
    void *file;
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        *__errno_location() = 22;
        return 0;
    }
    if (perhaps((int)within((int)take("fopen"), 0, 133)))
        return 0;
    if (mode[0] != 'r')
        functions.read = 0;
    file = fopencookie(calloc(1, sizeof(Contents)), mode[0] == 'r' ? "r" : "w", functions);
    setvbuf(file, 0, 2, 0);
    return file;
}

WEAK void *fopen(const char *path, const char *mode)
{
    (void)path;
    return file_opened(mode);
}

WEAK void *fopen64(const char *path, const char *mode)
{
    (void)path;
    return file_opened(mode);
}
