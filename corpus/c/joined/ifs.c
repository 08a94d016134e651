/* Twenty independent branches: a million runs. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int sum = 0;
  int x0 = __VERIFIER_nondet_int();
  if (x0 > 0) sum += 1;
  int x1 = __VERIFIER_nondet_int();
  if (x1 > 1) sum += 2;
  int x2 = __VERIFIER_nondet_int();
  if (x2 > 2) sum += 3;
  int x3 = __VERIFIER_nondet_int();
  if (x3 > 3) sum += 4;
  int x4 = __VERIFIER_nondet_int();
  if (x4 > 4) sum += 5;
  int x5 = __VERIFIER_nondet_int();
  if (x5 > 5) sum += 6;
  int x6 = __VERIFIER_nondet_int();
  if (x6 > 6) sum += 7;
  int x7 = __VERIFIER_nondet_int();
  if (x7 > 7) sum += 8;
  int x8 = __VERIFIER_nondet_int();
  if (x8 > 8) sum += 9;
  int x9 = __VERIFIER_nondet_int();
  if (x9 > 9) sum += 10;
  int x10 = __VERIFIER_nondet_int();
  if (x10 > 10) sum += 11;
  int x11 = __VERIFIER_nondet_int();
  if (x11 > 11) sum += 12;
  int x12 = __VERIFIER_nondet_int();
  if (x12 > 12) sum += 13;
  int x13 = __VERIFIER_nondet_int();
  if (x13 > 13) sum += 14;
  int x14 = __VERIFIER_nondet_int();
  if (x14 > 14) sum += 15;
  int x15 = __VERIFIER_nondet_int();
  if (x15 > 15) sum += 16;
  int x16 = __VERIFIER_nondet_int();
  if (x16 > 16) sum += 17;
  int x17 = __VERIFIER_nondet_int();
  if (x17 > 17) sum += 18;
  int x18 = __VERIFIER_nondet_int();
  if (x18 > 18) sum += 19;
  int x19 = __VERIFIER_nondet_int();
  if (x19 > 19) sum += 20;
  assert(sum <= 210);
  return 0;
}
