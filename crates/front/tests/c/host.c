/* What the lowering knows of our library, for a library that a C compiler has compiled. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

typedef __typeof__(sizeof 0) size_t;

/* Where we know nothing, nothing is compared: what follows is one way to go on. */
int mores_unknown;
void __mores_unsupported(const char *why) { mores_unknown++; }
void __mores_undefined(const char *kind) { __builtin_trap(); }
void __mores_assumed(const char *what) {}
int __mores_used(void) { return 1; }
_Bool __mores_watched(void) { return 1; }
_Bool __mores_direct_use(void) { return 0; }
_Bool __mores_errno_read(void) { return 0; }
_Bool __mores_acts(int (*compare)(const void *, const void *)) { return 0; }
int __mores_open_any(const char *function) { return 0; }
int __mores_open_natural(const char *function) { return 0; }
int __mores_open_truth(const char *function, int of) { return of; }
int __mores_open_sign(const char *function, int of) { return of; }
void __mores_output(int c) { char byte = (char)c; syscall(SYS_write, 1, &byte, 1); }
void __mores_reach(const void *from, size_t count) {}
int __mores_lags(const void *from) { return 0; }
void __mores_print(const void *from, size_t count) {}
int __mores_refused(void) { return 0; }
void __mores_unset(void *at, size_t count) {}
void __mores_exit(int status) { syscall(SYS_exit_group, status); }

int __mores_input(void)
{
    unsigned char byte;
    return syscall(SYS_read, 0, &byte, 1) == 1 ? byte : -1;
}

_Bool __mores_overlap(const void *here, size_t count, const void *there, size_t other)
{
    return (const char *)here < (const char *)there + other && (const char *)there < (const char *)here + count;
}

/* For those who need no streams. */
__attribute__((weak)) char __mores_stdout;
__attribute__((weak)) int __mores_put(int c, void *stream) { __builtin_trap(); }
__attribute__((weak)) void __mores_put_directly(int c, int descriptor) { __builtin_trap(); }
