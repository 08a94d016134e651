/* Instructions packed in words, decoded with shifts, on a register machine with memory. */
#include <stdint.h>
#include <stdio.h>

#define OP(o, d, s, i) ((uint32_t)(o) << 24 | (d) << 20 | (s) << 16 | (uint16_t)(i))
enum { LI, ADDR, ADDI, LOAD, STORE, BNE, STOP };

static int32_t reg[16];
static int32_t memory[32];

static int run(const uint32_t *program)
{
    unsigned pc = 0, executed = 0;
    for (;; executed++) {
        uint32_t w = program[pc++];
        unsigned d = w >> 20 & 15, s = w >> 16 & 15;
        int16_t imm = (int16_t)w;
        switch (w >> 24) {
        case LI: reg[d] = imm; break;
        case ADDR: reg[d] += reg[s]; break;
        case ADDI: reg[d] = reg[s] + imm; break;
        case LOAD: reg[d] = memory[reg[s] + imm]; break;
        case STORE: memory[reg[s] + imm] = reg[d]; break;
        case BNE: if (reg[d] != reg[s]) pc += imm; break;
        case STOP: return (int)executed;
        }
    }
}

int main(void)
{
    static const uint32_t program[] = {
        OP(LI, 1, 0, 1), OP(LI, 2, 0, 1), OP(LI, 3, 0, 0), OP(LI, 4, 0, 20),
        OP(STORE, 1, 3, 0), OP(ADDR, 1, 2, 0), OP(LOAD, 2, 3, 0), OP(ADDI, 3, 3, 1),
        OP(BNE, 3, 4, -5), OP(ADDI, 5, 1, -1000), OP(STOP, 0, 0, 0),
    };

    printf("%d\n", run(program));
    for (int i = 0; i < 20; i += 4) printf("%d ", memory[i]);
    printf("\n%d %d\n", reg[1], reg[5]);
    return reg[3];
}
