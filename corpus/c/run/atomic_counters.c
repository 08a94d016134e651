/* Atomic objects in one thread: what each operation gives and leaves, and that arithmetic wraps around. */
#include <stdio.h>

typedef _Atomic int counter;
typedef struct {
    _Bool taken;
} flag;

static counter hits;
static _Atomic unsigned char small = 250;
static int *_Atomic shared;
static volatile flag lock;
static long sum;

/* As the macros of stdatomic.h are written. */
#define fetch(op, at, n) __atomic_fetch_##op((at), (n), 5)
#define load(at)                                                                                                       \
    __extension__({                                                                                                    \
        __auto_type from = (at);                                                                                       \
        __typeof__((void)0, *from) held;                                                                               \
        __atomic_load(from, &held, 5);                                                                                 \
        held;                                                                                                          \
    })
#define store(at, n)                                                                                                   \
    __extension__({                                                                                                    \
        __auto_type to = (at);                                                                                         \
        __typeof__((void)0, *to) held = (n);                                                                           \
        __atomic_store(to, &held, 5);                                                                                  \
    })

static int *next(int *p, int *calls)
{
    ++*calls;
    return p;
}

int main(void)
{
    store(&hits, 2147483646);
    int a = fetch(add, &hits, 3), b = load(&hits);
    printf("%d %d\n", a, b);
    unsigned char c = fetch(add, &small, 10), d = __atomic_add_fetch(&small, 1, 0);
    printf("%d %d %d\n", c, d, small);
    hits = 12;
    hits += 4;
    hits++;
    a = fetch(or, &hits, 2);
    b = fetch(xor, &hits, 255);
    printf("%d %d %d\n", a, b, (int)hits);
    a = fetch(nand, &hits, 6);
    b = __atomic_and_fetch(&hits, 15, 3);
    int less = __atomic_sub_fetch(&hits, 1, 3);
    printf("%d %d %d\n", a, b, less);

    int expected = 3, was = hits;
    int swapped = __atomic_compare_exchange_n(&hits, &expected, 7, 0, 5, 5);
    printf("%d %d %d %d\n", was, swapped, expected, (int)hits);
    int desired = 99;
    swapped = __atomic_compare_exchange(&hits, &expected, &desired, 0, 5, 5);
    printf("%d %d %d\n", swapped, expected, (int)hits);
    int old, fresh = 5;
    __atomic_exchange(&hits, &fresh, &old, 5);
    int now = hits, before = __atomic_exchange_n(&hits, 6, 5);
    printf("%d %d %d\n", old, now, before);

    int first = __atomic_test_and_set(&lock, 2), second = __atomic_test_and_set(&lock, 2);
    __atomic_clear(&lock, 3);
    int third = __atomic_test_and_set(&lock, 2);
    printf("%d %d %d\n", first, second, third);

    int numbers[2] = { 4, 5 }, calls = 0;
    __atomic_store_n(&shared, &numbers[1], 3);
    int *seen = __atomic_load_n(&shared, 2);
    a = __sync_fetch_and_add(next(seen, &calls), 8);
    b = __sync_sub_and_fetch(next(&numbers[0], &calls), 6);
    int done = __sync_bool_compare_and_swap(&numbers[1], 13, 1);
    printf("%d %d %d %d %d\n", a, b, numbers[1], calls, done);
    a = __sync_val_compare_and_swap(&numbers[1], 13, 2);
    b = __sync_lock_test_and_set(&numbers[0], 9);
    printf("%d %d %d %d\n", a, b, numbers[0], numbers[1]);
    __sync_lock_release(&numbers[0]);
    __sync_synchronize();
    __atomic_thread_fence(5);
    for (int i = 0; i < 5; i++)
        __atomic_fetch_add(&sum, i, 0);
    printf("%d %ld\n", numbers[0], sum);
    return 0;
}
