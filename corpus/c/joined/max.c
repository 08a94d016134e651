/* The largest of 16 numbers. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a[16];
  for (int i = 0; i < 16; i++) a[i] = __VERIFIER_nondet_int();
  int max = a[0];
  for (int i = 1; i < 16; i++)
    if (a[i] > max) max = a[i];
  for (int i = 0; i < 16; i++) assert(max >= a[i]);
  return 0;
}
