/* A stack machine with jumps and calls runs a loop and a recursive function. */
#include <stdio.h>

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, JZ, JMP, CALL, RET, PRINT, HALT };

static int run(const int *code)
{
    int stack[32], calls[32], sp = 0, cp = 0, pc = 0, steps = 0;

    for (;;) {
        int t;
        steps++;
        switch (code[pc++]) {
        case PUSH: stack[sp++] = code[pc++]; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
        case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
        case DUP: stack[sp] = stack[sp - 1]; sp++; break;
        case SWAP: t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break;
        case JZ: pc = stack[--sp] ? pc + 1 : code[pc]; break;
        case JMP: pc = code[pc]; break;
        case CALL: calls[cp++] = pc + 1; pc = code[pc]; break;
        case RET: pc = calls[--cp]; break;
        case PRINT: printf("%d\n", stack[--sp]); break;
        case HALT: return steps;
        default: return -1;
        }
    }
}

int main(void)
{
    static const int countdown[] = { PUSH, 5, DUP, PRINT, PUSH, 1, SUB, DUP, JZ, 12, JMP, 2, HALT };
    static const int factorial[] = {
        PUSH, 6, CALL, 6, PRINT, HALT,
        DUP, JZ, 18, DUP, PUSH, 1, SUB, CALL, 6, MUL, RET, HALT,
        PUSH, 1, ADD, RET,
    };

    printf("%d\n", run(countdown));
    return run(factorial);
}
