/* Nested loops of 12 by 12 rounds with a branch in each. The assertion is wrong for some inputs. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int count = 0, odd = 0;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) {
      int x = __VERIFIER_nondet_int();
      if (x & 1) odd++;
      count++;
    }
  assert(count == 144);
  assert(odd <= 143);
  return 0;
}
