/* Permits that are taken and given back while somebody asks for it: at most `limit` at a time. A limit of three is one
 * more than the last line can bear. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int n, limit;
void take(void) { n++; }
void give(void) { n--; }
int main(void) {
    limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(limit >= 1 && limit <= 3);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { if (n < limit) take(); }
        else if (n > 0) give();
        assert(n < 3);
    }
    return 0;
}
