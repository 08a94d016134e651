
static mores_size mores_position;

READS in(void)
{
    if (mores_position >= mores_length / sizeof(READS))
        mores_exit(0);
    return ((READS *)mores_in)[mores_position++];
}

READS pop(void) { return in(); }

READS peek(TAKES)
{
    if (mores_position + AHEAD >= mores_length / sizeof(READS))
        mores_exit(0);
    return ((READS *)mores_in)[mores_position + AHEAD];
}

void out(WRITES symbol) { mores_write(&symbol, sizeof symbol); }
void push(WRITES symbol) { mores_write(&symbol, sizeof symbol); }

void ENTRY();

int main(void)
{
    mores_read();
    ENTRY();
    mores_exit(0);
}
