/* Jobs come in and are done, in rounds; the program is made of this file and queue.c. */
#include "queue.h"

enum command { PUT = 'p', URGENT = 'u', TAKE = 't' };

extern int next_command(void);

static struct queue waiting;

/* Not that of queue.c. */
static int at(int round) { return round * 10; }

static void put(int number, enum priority priority)
{
    job next = {number, priority};
    queue_put(&waiting, next);
}

static void take(void)
{
    job done = queue_take(&waiting);
    (void)done;
}

int main(void)
{
    for (int round = 0; round < 4; round++) {
        switch (next_command()) {
        case PUT:
            put(at(round), LOW);
            break;
        case URGENT:
            put(at(round), HIGH);
            break;
        case TAKE:
            if (queue_count(&waiting) > 0 || refused == 0) {
                take();
            }
            break;
        default:
            return 0;
        }
    }
    return 0;
}
