/* A tokenizer of a C-like language into an array of structs. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { NAME, KEYWORD, NUMBER, STRING, SYMBOL, END };
struct token { enum kind kind; const char *start; int length; };

static int is_keyword(const char *s, int n)
{
    static const char *const words[] = { "if", "while", "return", "int", 0 };
    for (int i = 0; words[i]; i++)
        if ((int)strlen(words[i]) == n && !memcmp(words[i], s, n)) return 1;
    return 0;
}

static struct token next(const char **at)
{
    const char *p = *at;
    struct token t;
    while (isspace((unsigned char)*p)) p++;
    t.start = p;
    if (!*p) t.kind = END;
    else if (isalpha((unsigned char)*p) || *p == '_') {
        while (isalnum((unsigned char)*p) || *p == '_') p++;
        t.kind = is_keyword(t.start, (int)(p - t.start)) ? KEYWORD : NAME;
    } else if (isdigit((unsigned char)*p)) {
        while (isxdigit((unsigned char)*p) || *p == 'x') p++;
        t.kind = NUMBER;
    } else if (*p == '"') {
        do p++; while (*p && *p != '"');
        if (*p) p++;
        t.kind = STRING;
    } else {
        p += strchr("=<>!&|", *p) && p[1] == '=' ? 2 : 1;
        t.kind = SYMBOL;
    }
    t.length = (int)(p - t.start);
    *at = p;
    return t;
}

int main(void)
{
    const char *source = "int f_1 = 0x1f; while (a<=b) return \"x y\" + iffy;";
    int counts[END + 1] = { 0 };
    struct token t;

    do {
        t = next(&source);
        counts[t.kind]++;
        if (t.kind != END) printf("%d:%.*s ", t.kind, t.length, t.start);
    } while (t.kind != END);
    printf("\n%d %d %d %d %d\n", counts[NAME], counts[KEYWORD], counts[NUMBER], counts[STRING], counts[SYMBOL]);
    return counts[SYMBOL];
}
