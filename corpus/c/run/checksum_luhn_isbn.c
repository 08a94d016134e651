/* Check digits: Luhn and ISBN-10. */
#include <stdio.h>
#include <string.h>

static int luhn(const char *digits)
{
    int sum = 0, twice = 0;
    for (int i = (int)strlen(digits) - 1; i >= 0; i--, twice = !twice) {
        int d = digits[i] - '0';
        if (twice && (d *= 2) > 9) d -= 9;
        sum += d;
    }
    return sum % 10 == 0;
}

static int isbn10(const char *s)
{
    int sum = 0, weight = 10;
    for (; *s; s++) {
        if (*s == '-') continue;
        sum += weight-- * (*s == 'X' ? 10 : *s - '0');
    }
    return weight == 0 && sum % 11 == 0;
}

int main(void)
{
    printf("%d %d\n", luhn("4539578763621486"), luhn("4539578763621487"));
    printf("%d %d %d\n", luhn("0"), luhn("18"), luhn("81"));
    printf("%d %d %d\n", isbn10("0-306-40615-2"), isbn10("0-306-40615-3"), isbn10("0-8044-2957-X"));
    return 0;
}
