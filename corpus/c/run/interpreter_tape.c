/* An interpreter of a tape language with matching brackets. */
#include <stdio.h>
#include <string.h>

static unsigned char tape[64];

static int run(const char *code)
{
    int at = 0, steps = 0;
    for (const char *p = code; *p; p++, steps++)
        switch (*p) {
        case '>': at++; break;
        case '<': at--; break;
        case '+': tape[at]++; break;
        case '-': tape[at]--; break;
        case '.': putchar(tape[at]); break;
        case '[':
            if (!tape[at])
                for (int depth = 1; depth;) { ++p; depth += *p == '[' ? 1 : *p == ']' ? -1 : 0; }
            break;
        case ']':
            if (tape[at])
                for (int depth = 1; depth;) { --p; depth += *p == ']' ? 1 : *p == '[' ? -1 : 0; }
            break;
        }
    return steps;
}

int main(void)
{
    printf(" %d\n", run("++++++++[>+++++++++<-]>.+++."));
    printf("%d %d\n", tape[0], tape[1]);
    memset(tape, 0, sizeof tape);
    run("+++++[>++++[>+++<-]<-]>>.");
    printf("\n%d\n", tape[2]);
    return tape[2];
}
