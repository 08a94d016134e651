/* A parser of key=value lines with comments, quoting and errors with line numbers. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct setting { char key[10]; char value[16]; };

static int parse_line(const char *s, struct setting *out)
{
    int n = 0;
    while (isspace((unsigned char)*s)) s++;
    if (!*s || *s == '#') return 0;
    while (isalnum((unsigned char)*s) && n < 9) out->key[n++] = *s++;
    out->key[n] = 0;
    while (*s == ' ') s++;
    if (!n || *s++ != '=') return -1;
    while (*s == ' ') s++;
    n = 0;
    if (*s == '"') {
        for (s++; *s != '"'; s++) {
            if (!*s || n == 15) return -1;
            out->value[n++] = *s == '\\' && s[1] ? *++s : *s;
        }
    } else {
        while (*s && !isspace((unsigned char)*s) && n < 15) out->value[n++] = *s++;
    }
    out->value[n] = 0;
    return 1;
}

int main(void)
{
    static const char *const file[] = {
        "# settings", "width = 80", "  name=\"two words\"", "", "broken line", "quote = \"a\\\"b\"",
        "open = \"never", "empty=",
    };
    struct setting s;
    int good = 0, bad = 0;

    for (int i = 0; i < 8; i++)
        switch (parse_line(file[i], &s)) {
        case 1: printf("%s -> [%s]\n", s.key, s.value); good++; break;
        case -1: printf("line %d\n", i + 1); bad++; break;
        }
    return good * 10 + bad;
}
