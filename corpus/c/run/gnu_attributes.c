/* GNU attributes on functions, variables, parameters and types change nothing here. */
#include <stdio.h>

static int unused_one(int x __attribute__((unused))) __attribute__((unused));
static int unused_one(int x) { return 1; }
static int pure_sum(const int *v, int n) __attribute__((pure, nonnull(1)));
static int __attribute__((noinline)) twice(int x) { return 2 * x; }
static inline __attribute__((always_inline)) int thrice(int x) { return 3 * x; }
static void fail(const char *why) __attribute__((noreturn, cold));
typedef int word __attribute__((aligned(16)));
static int table[4] __attribute__((aligned(32))) = { 1, 2, 3, 4 };
struct __attribute__((packed)) tight { char c; int i; };

static int pure_sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
static void fail(const char *why) { printf("%s\n", why); __builtin_exit(5); }

int main(void)
{
    word w = 12;
    struct tight t = { 1, 0x01020304 };
    int local __attribute__((unused)) = 3;

    printf("%d %d %d\n", twice(4), thrice(5), pure_sum(table, 4));
    printf("%d %d %d\n", w, (int)_Alignof(word), (int)sizeof t);
    printf("%d\n", t.i);
    if (__builtin_expect(w == 12, 1))
        fail("ended by fail");
    return 0;
}
