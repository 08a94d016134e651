/* Lets a number, true or false through to JavaScript and writes null for everything else. A number is 0x and hexadecimal
 * digits, or digits with signs, points and exponents in any order. The whole has to be seen before the first byte is
 * written.
 * --function javascript_number */
#include <stddef.h>
#include <string.h>

static int is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int is_decimal(char c)
{
    return (c >= '0' && c <= '9') || (c != '\0' && strchr("+-.eE", c) != NULL);
}

static int is_number(const char *in, size_t n)
{
    size_t i;

    if (n == 0)
        return 0;
    if (n > 2 && in[0] == '0' && (in[1] == 'x' || in[1] == 'X')) {
        for (i = 2; i < n; i++)
            if (!is_hex_digit(in[i]))
                return 0;
        return 1;
    }
    for (i = 0; i < n; i++)
        if (!is_decimal(in[i]))
            return 0;
    return 1;
}

static int is_boolean(const char *in, size_t n)
{
    return (n == 4 && memcmp(in, "true", 4) == 0) || (n == 5 && memcmp(in, "false", 5) == 0);
}

void javascript_number(const char *in, size_t n, void (*emit)(const char *s, size_t n))
{
    if (is_number(in, n) || is_boolean(in, n))
        emit(in, n);
    else
        emit("null", 4);
}
