/* A depot takes parcels in: new ones are labelled, returned ones are put on the shelf. */
int __VERIFIER_nondet_int(void);

static int weighed, shelved, labelled, billed;

void weigh(void) { weighed++; }
void shelve(void) { shelved++; }
void label(void) { labelled++; }
void bill(void) { billed++; }

int main(void)
{
    int returned = __VERIFIER_nondet_int();

    weigh();
    if (returned) {
        shelve();
        return 0;
    }
    label();
    bill();
    return 0;
}
