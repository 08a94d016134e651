/* A queue of jobs with a fixed capacity. */
#ifndef QUEUE_H
#define QUEUE_H

#define QUEUE_CAPACITY 3

enum priority { LOW, HIGH };

typedef struct {
    int number;
    enum priority priority;
} job;

struct queue {
    job jobs[QUEUE_CAPACITY];
    unsigned first, count;
};

/* How many jobs were refused. */
extern unsigned refused;

static inline unsigned queue_count(const struct queue *queue) { return queue->count; }

/* Whether there was room. */
int queue_put(struct queue *queue, job next);
/* The next one: of high priority, if there is one. The queue must not be empty. */
job queue_take(struct queue *queue);

#endif
