/* Messages about errors, as in the locale C, and functions that write them to standard error, where they leave no trace. */

typedef __typeof__(sizeof 0) size_t;

extern char __mores_stderr;

/* Intrinsic: the program ends. */
void __mores_exit(int status);

int __mores_to_stream(void *stream, const char *format, __builtin_va_list args, _Bool counted);
static char *__mores_message(int error);
static void __mores_tell(const char *format, __builtin_va_list args);

/* By number; glibc has none for two of them. */
static const char *const __mores_messages[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call",
    "Input/output error", "No such device or address", "Argument list too long", "Exec format error",
    "Bad file descriptor", "No child processes", "Resource temporarily unavailable", "Cannot allocate memory",
    "Permission denied", "Bad address", "Block device required", "Device or resource busy", "File exists",
    "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy",
    "File too large", "No space left on device", "Illegal seek", "Read-only file system", "Too many links",
    "Broken pipe", "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
    "File name too long", "No locks available", "Function not implemented", "Directory not empty",
    "Too many levels of symbolic links", (const char *)0, "No message of desired type", "Identifier removed",
    "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
    "Link number out of range", "Protocol driver not attached", "No CSI structure available", "Level 2 halted",
    "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode", "Invalid request code",
    "Invalid slot", (const char *)0, "Bad font file format", "Device not a stream", "No data available",
    "Timer expired", "Out of streams resources", "Machine is not on the network", "Package not installed",
    "Object is remote", "Link has been severed", "Advertise error", "Srmount error", "Communication error on send",
    "Protocol error", "Multihop attempted", "RFS specific error", "Bad message",
    "Value too large for defined data type", "Name not unique on network", "File descriptor in bad state",
    "Remote address changed", "Can not access a needed shared library", "Accessing a corrupted shared library",
    ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
    "Socket operation on non-socket", "Destination address required", "Message too long",
    "Protocol wrong type for socket", "Protocol not available", "Protocol not supported", "Socket type not supported",
    "Operation not supported", "Protocol family not supported", "Address family not supported by protocol",
    "Address already in use", "Cannot assign requested address", "Network is down", "Network is unreachable",
    "Network dropped connection on reset", "Software caused connection abort", "Connection reset by peer",
    "No buffer space available", "Transport endpoint is already connected", "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown", "Too many references: cannot splice", "Connection timed out",
    "Connection refused", "Host is down", "No route to host", "Operation already in progress",
    "Operation now in progress", "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file",
    "No XENIX semaphores available", "Is a named type file", "Remote I/O error", "Disk quota exceeded",
    "No medium found", "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
    "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error",
};

char *strerror(int error) { return __mores_message(error); }

void err(int status, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __mores_tell(format, args);
    __mores_exit(status);
}

void errx(int status, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __mores_tell(format, args);
    __mores_exit(status);
}

void warn(const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __mores_tell(format, args);
    __builtin_va_end(args);
}

void warnx(const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    __mores_tell(format, args);
    __builtin_va_end(args);
}

void verr(int status, const char *format, __builtin_va_list args)
{
    __mores_tell(format, args);
    __mores_exit(status);
}

void verrx(int status, const char *format, __builtin_va_list args)
{
    __mores_tell(format, args);
    __mores_exit(status);
}

void vwarn(const char *format, __builtin_va_list args) { __mores_tell(format, args); }
void vwarnx(const char *format, __builtin_va_list args) { __mores_tell(format, args); }

static void __mores_tell(const char *format, __builtin_va_list args)
{
    if (format != (const char *)0) {
        __mores_to_stream(&__mores_stderr, format, args, 0);
    }
}

static char *__mores_message(int error)
{
    static char unknown[] = "Unknown error -2147483648";
    if (error >= 0 && error < (int)(sizeof __mores_messages / sizeof *__mores_messages) && __mores_messages[error] != (const char *)0) {
        return (char *)__mores_messages[error];
    }
    char *to = unknown + 14, digits[10];
    unsigned amount = error < 0 ? 0U - (unsigned)error : (unsigned)error;
    int count = 0;
    if (error < 0) {
        *to++ = '-';
    }
    do {
        digits[count++] = (char)('0' + amount % 10);
        amount /= 10;
    } while (amount != 0);
    while (count > 0) {
        *to++ = digits[--count];
    }
    *to = 0;
    return unknown;
}
