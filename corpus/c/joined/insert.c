/* A number put into its place among eight that are sorted. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a[9], x = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (i > 0) __VERIFIER_assume(a[i - 1] <= a[i]);
  }
  int j = 8;
  while (j > 0 && a[j - 1] > x) {
    a[j] = a[j - 1];
    j--;
  }
  a[j] = x;
  for (int i = 0; i < 8; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
