/* Jumps to addresses of labels: a machine whose instructions jump to each other, a state machine, a way back. */
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JUMP_IF, PRINT, HALT };

static int run(const int *code, int trace)
{
    static const void *const table[] = { [PUSH] = &&push, [ADD] = &&add, [MUL] = &&mul, [DUP] = &&dup,
                                         [JUMP_IF] = &&jump_if, [PRINT] = &&print, [HALT] = &&halt };
    int stack[8], *top = stack, steps = 0;
    const int *at = code;
#define NEXT                                                                                                           \
    do {                                                                                                               \
        steps++;                                                                                                       \
        goto *table[*at++];                                                                                            \
    } while (0)
    NEXT;
push:
    *top++ = *at++;
    NEXT;
add:
    top--;
    top[-1] += top[0];
    NEXT;
mul:
    top--;
    top[-1] *= top[0];
    NEXT;
dup:
    *top = top[-1];
    top++;
    NEXT;
jump_if:
    if (*--top)
        at = code + *at;
    else
        at++;
    NEXT;
print:
    if (trace)
        printf("%d\n", top[-1]);
    NEXT;
halt:
    return steps;
}

static int words(const char *text)
{
    void *state = &&outside;
    int count = 0;
    for (;; text++) {
        if (!*text)
            return count;
        goto *(*text == ' ' ? &&outside : state);
    outside:
        if (*text == ' ') {
            state = &&outside;
        } else {
            int fresh = 1;
            count += fresh;
            state = &&inside;
        }
        continue;
    inside:;
    }
}

static int twice(void)
{
    int sum = 0;
    void *back = &&first;
    goto body;
first:
    back = &&second;
    goto body;
second:
    return sum;
body : {
    int add = 21;
    sum += add;
    goto *back;
}
}

int main(void)
{
    static const int code[] = { PUSH, 3, PRINT, PUSH, -1, ADD, DUP, JUMP_IF, 2, PUSH, 5, DUP, MUL, PRINT, HALT };
    printf("%d\n", run(code, 1));
    printf("%d %d\n", words("to be  or not "), words(""));
    printf("%d\n", twice());
    return 0;
}
