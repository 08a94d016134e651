/* Every construct that the front end for C reads, each a few times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
struct in { struct { int a, b; }; int c; union { int d; char e[4]; }; };
struct in x1 = { .a = 1, 2, 3, .e = "xyz" };
struct in x2 = { { 1, 2 }, 3, { .e = { 'a', 'b' } } };
struct pt { int x, y; } pts[] = { { 1, 2 }, 3, 4, [4] = { .y = 9 }, [3].x = 7, 8 };
struct bf { unsigned a : 3, b : 7; int c : 5; unsigned long long d : 33; _Bool e : 1; } bf = { 1, 100, -3, 1ull << 32, 5 };
int arr2[2][3] = { 1, 2, 3, 4 }, arr3[][2] = { { 1 }, { 2, 3 }, 4 };
char s1[] = "hello", s2[10] = { "abc" }, s3[3] = "xyz", *s4[] = { "a", "bc", [3] = "d" };
int *ip = &arr2[1][1]; char *cp = s1 + 2; void *vp = &pts[1].y; int (*fp)(const char *, ...) = printf;
size_t off = offsetof(struct in, e[2]); long diff = &arr2[1][2] - &arr2[0][0];
struct pt *lit = &(struct pt){ 5, 6 }; struct pt cpy = (struct pt){ 7, 8 };
int ranges[10] = { [2 ... 4] = 7, 1, [0] = 3 };
#define container_of(p, T, m) ({ const __typeof__(((T *)0)->m) *q_ = (p); (T *)((char *)q_ - offsetof(T, m)); })
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
static int counter(void) { static int n = 5; static struct pt p = { 1, 2 }; p.x++; return n++ + p.x; }
static struct pt mk(int a) { return (struct pt){ a, a + 1 }; }
struct arr { int v[3]; }; static struct arr mka(void) { struct arr a = { { 1, 2, 3 } }; return a; }
static int sw(int c) { int r = 0; switch (c) { case 'a' ... 'f': r = 1; case 'z': r += 10; break; default: r = -1; if (0) case 5: r = 99; } return r; }
typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static int sub_(int a, int b) { return a - b; }
static op table[] = { add, &sub_ };
enum color { RED, GREEN = 5, BLUE }; 
union u { float f; uint32_t i; };
int main(void) {
  int i = 3; unsigned u = 4; char c = 200; signed char sc = -1; unsigned short us = 65535; long long ll = -1;
  printf("%d %d %d %d %s\n", x1.a, x1.b, x1.c, x1.d, x2.e);
  for (int k = 0; k < 5; k++) printf("%d,%d ", pts[k].x, pts[k].y); printf("%zu\n", sizeof pts);
  printf("%u %u %d %llu %d\n", bf.a, bf.b, bf.c, (unsigned long long)bf.d, bf.e);
  bf.a += 9; bf.c--; bf.b = bf.b << 1; bf.e = 0; printf("%u %u %d %d %d\n", bf.a, bf.b, bf.c, bf.e, bf.a == 2);
  printf("%d %d %d %zu %d\n", arr2[1][0], arr3[1][1], arr3[2][0], sizeof arr3, arr3[2][1]);
  printf("%s %s %.3s %s %zu\n", s1, s2, s3, s4[3], sizeof s4);
  printf("%d %s %d %zu %ld %d %d\n", *ip, cp, *(int *)vp, off, diff, lit->y, cpy.x);
  for (int k = 0; k < 10; k++) printf("%d ", ranges[k]); printf("\n");
  struct pt *pp = &pts[2]; int *py = &pp->y; printf("%d %d\n", container_of(py, struct pt, y)->x, MAX(i, 7));
  printf("%d ", counter()); printf("%d %d\n", counter(), mk(4).y); printf("%d\n", mka().v[2]);
  printf("%d %d %d %d %d\n", sw('b'), sw('z'), sw(5), sw(7), table[1](9, 4) + table[0](1, 1));
  printf("%d %d %d %d\n", c, us + 1, (unsigned char)sc, sc < u); printf("%d %u %lld\n", -1 < 1u, i - u, ll >> 3);
  i += 2.7; c += 100; us++; printf("%d %d %d\n", i, c, us); int *p = arr2[0]; p += 2; *p++ = 8; --p; printf("%d %d %td\n", *p, p[-1], p - arr2[0]);
  printf("%d %d\n", i ?: 4, 0 ?: 4); enum color col = BLUE; printf("%d %zu\n", col - 7 < 0, sizeof col);
  union u uu = { .f = 1.5f }; printf("%x %g\n", uu.i, (double)(float)0.1); goto end; i = 9; end: printf("%d\n", i);
  do { if (i > 10) break; if (i == 8) { i += 2; continue; } i++; } while (i < 20); printf("%d %s\n", i, __func__);
  char buf[8] = "ab"; memcpy(buf + 2, "cd", 3); printf("%s %zu %d\n", buf, strlen(buf), toupper(buf[0])); bool bb = 5; bb++; printf("%d %d\n", bb, !!bb);
  double d = 1e10; float f = 3; f /= 2; d -= f; printf("%g %g %d\n", d, f, (int)(d / 1e9)); int (*pa)[3] = arr2; printf("%d %d\n", pa[1][0], (*(pa + 1))[0]);
  printf("%d\n", _Generic(d, int: 1, double: 2, default: 3)); const char *str = "x" "y" "\x41" "\101"; printf("%s %d\n", str, str[1]);
  int m = 0; for (;;) { if (++m > 3) break; } while (m --> 0) ; printf("%d\n", (m, m * 2)); struct in loc = { .c = i, .d = 4 }; struct in loc2 = loc; printf("%d %d %d\n", loc2.c, loc2.d, loc2.b);
  unsigned long long big = 0xffffffffffffffff; printf("%llu %d\n", big / 3, (int)(big >> 60)); printf("%ld\n", (long)(int)(short)70000); return (int)sizeof(struct bf);
}
