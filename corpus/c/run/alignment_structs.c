/* Offsets and padding of structs of char, short and int. */
#include <stddef.h>
#include <stdio.h>

struct a { char x; short y; char z; };
struct b { char x; char y; short z; };
struct c { char x[3]; int y; char z; };
struct d { struct a first; struct b second; char tail; };
struct __attribute__((packed)) e { char x; int y; short z; };
struct f { char x; int y __attribute__((aligned(8))); };

int main(void)
{
    printf("%d %d %d\n", (int)sizeof(struct a), (int)offsetof(struct a, y), (int)offsetof(struct a, z));
    printf("%d %d\n", (int)sizeof(struct b), (int)offsetof(struct b, z));
    printf("%d %d %d\n", (int)sizeof(struct c), (int)offsetof(struct c, y), (int)offsetof(struct c, z));
    printf("%d %d %d\n", (int)sizeof(struct d), (int)offsetof(struct d, second),
           (int)offsetof(struct d, tail));
    printf("%d %d\n", (int)sizeof(struct e), (int)offsetof(struct e, z));
    printf("%d %d\n", (int)sizeof(struct f), (int)offsetof(struct f, y));
    printf("%d %d\n", (int)_Alignof(struct c), (int)_Alignof(struct b));
    return (int)offsetof(struct d, second.z);
}
