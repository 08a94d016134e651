/* A queue of jobs with a fixed capacity. */
#include "queue.h"

#include <assert.h>

unsigned refused;

static unsigned at(const struct queue *queue, unsigned index)
{
    return (queue->first + index) % QUEUE_CAPACITY;
}

int queue_put(struct queue *queue, job next)
{
    if (queue->count == QUEUE_CAPACITY) {
        refused++;
        return 0;
    }
    queue->jobs[at(queue, queue->count)] = next;
    queue->count++;
    return 1;
}

job queue_take(struct queue *queue)
{
    assert(queue->count > 0);
    unsigned index = 0;
    for (unsigned i = 0; i < queue->count; i++) {
        if (queue->jobs[at(queue, i)].priority == HIGH) {
            index = i;
            break;
        }
    }
    job taken = queue->jobs[at(queue, index)];
    /* Those in front of it move up. */
    for (; index > 0; index--) {
        queue->jobs[at(queue, index)] = queue->jobs[at(queue, index - 1)];
    }
    queue->first = at(queue, 1);
    queue->count--;
    return taken;
}
