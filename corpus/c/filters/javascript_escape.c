/* Escapes text for a JavaScript string: quotes, backslash, & < > = and control characters with a short form, and the
 * line separators U+2028 and U+2029. Text is UTF-8; the over-long forms of two and three bytes count as the character
 * that a careless decoder makes of them. Bytes that begin nothing of the kind pass one by one. */
#include <stdio.h>

static unsigned char held[2];
static int holding;

static const char *escape_of(int code_point)
{
    switch (code_point) {
    case '"': return "\\x22";
    case '\'': return "\\x27";
    case '&': return "\\x26";
    case '<': return "\\x3c";
    case '>': return "\\x3e";
    case '=': return "\\x3d";
    case '\\': return "\\\\";
    case '\b': return "\\b";
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\v': return "\\v";
    case '\f': return "\\f";
    case '\r': return "\\r";
    case 0x2028: return "\\u2028";
    case 0x2029: return "\\u2029";
    default: return NULL;
    }
}

static void release(void)
{
    fwrite(held, 1, holding, stdout);
    holding = 0;
}

/* Whether c may follow what is held; if not, what is held is ordinary. */
static int continues(int c)
{
    if (holding == 0 || (c & 0xc0) != 0x80)
        return 0;
    if (holding == 2 || held[0] <= 0xc1)
        return 1;
    return held[0] == 0xe0 ? c <= 0x81 : c == 0x80;
}

static int starts(int c)
{
    return c == 0xc0 || c == 0xc1 || c == 0xe0 || c == 0xe2;
}

static int code_point(int c)
{
    int value = c & 0x3f;

    if (holding == 1)
        value |= (held[0] & 0x1f) << 6;
    else
        value |= (held[0] & 0x0f) << 12 | (held[1] & 0x3f) << 6;
    return value;
}

static void finish(int c, int value)
{
    const char *escape = escape_of(value);

    if (escape) {
        holding = 0;
        fputs(escape, stdout);
    } else {
        release();
        putchar(c);
    }
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        if (continues(c)) {
            if (holding == 1 && held[0] >= 0xe0)
                held[holding++] = c;
            else
                finish(c, code_point(c));
            continue;
        }
        release();
        if (starts(c))
            held[holding++] = c;
        else
            finish(c, c);
    }
    release();
    return 0;
}
