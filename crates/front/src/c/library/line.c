/* Lines of any length. How large the memory is beyond what is needed depends on how far ahead a stream reads: it is as with a stream
   that reads byte by byte. */

typedef __typeof__(sizeof 0) size_t;

void *__mores_resized(void *memory, size_t size);
/* What `errno` is from here on. */
void __mores_set_errno(int error);
/* Intrinsic: whether memory has run out; then `errno` says so. */
int __mores_refused(void);
/* Intrinsic: what follows holds as long as this does. */
void __mores_assumed(const char *what);
int __mores_get_from(void *stream);
static long __mores_delimited(char **line, size_t *size, int delimiter, void *stream);

long getline(char **line, size_t *size, void *stream) { return __mores_delimited(line, size, '\n', stream); }
long getdelim(char **line, size_t *size, int delimiter, void *stream) { return __mores_delimited(line, size, delimiter, stream); }
long __getdelim(char **line, size_t *size, int delimiter, void *stream) { return __mores_delimited(line, size, delimiter, stream); }

/* Room for a line at first. */
enum { __mores_first_room = 120 };

static long __mores_delimited(char **line, size_t *size, int delimiter, void *stream)
{
    if (line == (char **)0 || size == (size_t *)0) {
        __mores_set_errno(22);
        return -1;
    }
    if (*line == (char *)0 || *size == 0) {
        if (__mores_refused()) {
            return -1;
        }
        *size = __mores_first_room;
        *line = __mores_resized(*line, __mores_first_room);
    }
    long length = 0;
    for (int c = 0; c != delimiter;) {
        c = __mores_get_from(stream);
        if (c == -1) {
            break;
        }
        if ((size_t)length + 2 > *size) {
            __mores_assumed("there is memory for long lines");
            *size = (size_t)length + 2 < 2 * *size ? 2 * *size : (size_t)length + 2;
            *line = __mores_resized(*line, *size);
        }
        (*line)[length++] = (char)c;
    }
    if (length == 0) {
        return -1;
    }
    (*line)[length] = 0;
    return length;
}
