/* Paths that differ in numbers of several types, in bytes of an object, in where a pointer
 * points into one, and in objects that are gone again: all of these go on as one. Those that
 * point to different objects, or leave one without a value, stay apart. */
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { char tag; short count; long total; };

static int grid[4];

static int scaled(int x)
{
    if (x > 3)
        return 2;
    return x > 1 ? 1 : 0;
}

int main(void)
{
    struct pair p;
    int *at = grid, *other = grid, unset;
    unsigned char flags = 0;
    memset(&p, 0, sizeof p);
    if (__VERIFIER_nondet_int() > 0) {
        int own[2] = { 7, 8 };
        int *inside = own + 1;
        p.count = (short)*inside;
        flags |= 1;
    }
    if (__VERIFIER_nondet_int() > 0) {
        at = grid + 2;
        p.total = 1L << 40;
    } else {
        p.tag = 'x';
    }
    *at = scaled(__VERIFIER_nondet_int());
    assert(p.count == 0 || p.count == 8);
    assert((flags == 1) == (p.count == 8));
    assert((at == grid) == (p.tag == 'x'));
    assert(grid[0] + grid[2] <= 2 && grid[1] == 0);
    if (__VERIFIER_nondet_int() > 0)
        other = &unset;
    *other = 3;
    assert(other == &unset || grid[0] == 3);
    return 0;
}
