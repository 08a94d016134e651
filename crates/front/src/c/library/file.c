/* Files as streams: opening may fail, and what a file holds is an input each time it is opened. What is written to one goes
   where nobody looks. A stream is the address of what is known of it here, which `fclose` frees. */

typedef __typeof__(sizeof 0) size_t;

/* A file that is open. */
struct __mores_file {
    /* Whether it is read, or written; whether its end was met by somebody who read, and whether no byte follows the known ones. */
    _Bool reads, ended, over;
    /* Whether nothing was read since a byte was put back. */
    _Bool put_back;
    /* A byte that was put back, or -1. */
    int pushed;
    /* Where the program can go back in a file, what is known of it, and where the next byte is read. */
    unsigned char *bytes;
    size_t known, room, at;
};

/* Intrinsic: an input of the function of this name, from the first to the last of these numbers. */
int __mores_ask(const char *function, int first, int last);
/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: what follows holds as long as this does. */
void __mores_assumed(const char *what);
/* Intrinsic: whether somebody looks at the result of the function that was just called. */
int __mores_used(void);
/* Intrinsic: whether the program looks at `errno`. */
_Bool __mores_errno_read(void);
/* Intrinsic: whether the program asks for a place in a file, or goes to one. */
_Bool __mores_seeks(void);

/* Whether files can be opened here. */
void __mores_opens(void);
/* Whether a stream is one of the three standard ones, and closes such a one. */
_Bool __mores_is_standard(void *stream);
void __mores_close_standard(void *stream);
/* What `errno` is from here on. */
void __mores_set_errno(int error);

static void *__mores_open_file(const char *path, const char *mode);
static int __mores_perhaps(int error);
static struct __mores_file *__mores_sought(void *stream);
static int __mores_seek(void *stream, long long offset, int from);
static int __mores_following(struct __mores_file *file);
static _Bool __mores_more(struct __mores_file *file);
static void __mores_name(const char *path);

void *fopen(const char *path, const char *mode) { return __mores_open_file(path, mode); }
void *fopen64(const char *path, const char *mode) { return __mores_open_file(path, mode); }

int fclose(void *stream)
{
    if (__mores_used()) {
        __mores_assumed("reading and writing never fails");
    }
    if (__mores_is_standard(stream)) {
        __mores_close_standard(stream);
    } else {
        struct __mores_file *file = stream;
        __builtin_free(file->bytes);
        __builtin_free(file);
    }
    return 0;
}

int fseek(void *stream, long offset, int from) { return __mores_seek(stream, offset, from); }
int fseeko(void *stream, long offset, int from) { return __mores_seek(stream, offset, from); }
int fseeko64(void *stream, long long offset, int from) { return __mores_seek(stream, offset, from); }
void rewind(void *stream) { __mores_seek(stream, 0, 0); }

long ftell(void *stream) { return (long)__mores_sought(stream)->at; }
long ftello(void *stream) { return (long)__mores_sought(stream)->at; }
long long ftello64(void *stream) { return (long long)__mores_sought(stream)->at; }

/* Nothing that is known here depends on what the system did with a path, apart from whether it could. */
int remove(const char *path)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("remove", 0, 133));
}

int unlink(const char *path)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("unlink", 0, 133));
}

int rmdir(const char *path)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("rmdir", 0, 133));
}

int chdir(const char *path)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("chdir", 0, 133));
}

int mkdir(const char *path, unsigned mode)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("mkdir", 0, 133));
}

int chmod(const char *path, unsigned mode)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("chmod", 0, 133));
}

int access(const char *path, int how)
{
    __mores_name(path);
    return __mores_perhaps(__mores_ask("access", 0, 133));
}

int rename(const char *from, const char *to)
{
    __mores_name(from);
    __mores_name(to);
    return __mores_perhaps(__mores_ask("rename", 0, 133));
}

/* The next byte of a file, or -1. */
int __mores_file_get(void *stream)
{
    struct __mores_file *file = stream;
    if (!file->reads) {
        __mores_unsupported("reading from a file that was opened for writing");
    }
    file->put_back = 0;
    if (file->pushed != -1) {
        int c = file->pushed;
        file->pushed = -1;
        return c;
    }
    int c = file->ended ? -1 : __mores_following(file);
    if (c == -1) {
        file->ended = 1;
    }
    return c;
}

/* Puts a byte back; whether by `ungetc`, which does so once. */
void __mores_file_unget(int c, void *stream, _Bool once)
{
    struct __mores_file *file = stream;
    if (file->put_back || file->pushed != -1) {
        __mores_unsupported("a second character is put back");
    }
    if (!file->reads) {
        __mores_unsupported("reading from a file that was opened for writing");
    }
    file->put_back = once;
    file->pushed = c;
    file->ended = 0;
}

_Bool __mores_file_ended(void *stream) { return ((struct __mores_file *)stream)->ended; }
void __mores_file_clear(void *stream) { ((struct __mores_file *)stream)->ended = 0; }

void __mores_for_writing(void *stream)
{
    if (((struct __mores_file *)stream)->reads) {
        __mores_unsupported("writing to a file that was opened for reading");
    }
}

/* The input is 0 where it is opened, and otherwise what `errno` says. */
static void *__mores_open_file(const char *path, const char *mode)
{
    __mores_opens();
    __mores_name(path);
    for (size_t i = 0; mode[i] != 0; i++) {
        if (mode[i] == '+' || mode[i] == ',') {
            __mores_unsupported("a file that is opened for reading and writing");
        }
    }
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        __mores_set_errno(22);
        return (void *)0;
    }
    if (__mores_perhaps(__mores_ask("fopen", 0, 133)) != 0) {
        return (void *)0;
    }
    struct __mores_file *file = __builtin_malloc(sizeof *file);
    *file = (struct __mores_file){mode[0] == 'r', 0, 0, 0, -1, (unsigned char *)0, 0, 0, 0};
    return file;
}

static int __mores_perhaps(int error)
{
    if (error == 0) {
        return 0;
    }
    if (__mores_errno_read()) {
        __mores_set_errno(error);
    }
    return -1;
}

/* Where a file is that is read. */
static struct __mores_file *__mores_sought(void *stream)
{
    struct __mores_file *file = stream;
    if (__mores_is_standard(stream)) {
        __mores_unsupported("the place in a standard stream");
    }
    if (!file->reads) {
        __mores_unsupported("the place in a file that is written");
    }
    if (file->pushed != -1) {
        __mores_unsupported("the place in a file to which a character was put back");
    }
    return file;
}

static int __mores_seek(void *stream, long long offset, int from)
{
    struct __mores_file *file = stream;
    if (__mores_is_standard(stream)) {
        __mores_unsupported("the place in a standard stream");
    }
    if (!file->reads) {
        __mores_unsupported("the place in a file that is written");
    }
    if (from == 1 && file->pushed != -1) {
        __mores_unsupported("the place in a file to which a character was put back");
    }
    if (from == 2) {
        while (__mores_more(file)) {
        }
    }
    long long to = offset + (from == 0 ? 0 : (long long)(from == 1 ? file->at : file->known));
    if (from < 0 || from > 2 || to < 0) {
        __mores_set_errno(22);
        return -1;
    }
    file->at = (size_t)to;
    file->ended = 0;
    file->pushed = -1;
    file->put_back = 0;
    return 0;
}

/* The byte behind those that were read. */
static int __mores_following(struct __mores_file *file)
{
    if (__mores_seeks()) {
        while (file->at >= file->known && __mores_more(file)) {
        }
        return file->at < file->known ? file->bytes[file->at++] : -1;
    }
    int c = file->over ? -1 : __mores_ask("file", -1, 255);
    if (c == -1) {
        file->over = 1;
    }
    return c;
}

/* One byte more is known, if there is one. */
static _Bool __mores_more(struct __mores_file *file)
{
    int c = file->over ? -1 : __mores_ask("file", -1, 255);
    if (c == -1) {
        file->over = 1;
        return 0;
    }
    if (file->known == file->room) {
        size_t room = file->room == 0 ? 64 : 2 * file->room;
        unsigned char *bytes = __builtin_malloc(room);
        if (file->known > 0) {
            __builtin_memcpy(bytes, file->bytes, file->known);
        }
        __builtin_free(file->bytes);
        file->bytes = bytes;
        file->room = room;
    }
    file->bytes[file->known++] = (unsigned char)c;
    return 1;
}

/* A path is a text. */
static void __mores_name(const char *path)
{
    size_t length = 0;
    while (path[length] != 0) {
        length++;
    }
}
