/*
 * A table of sessions. A session is opened, then somebody logs in to it with
 * the number of a user, works, and logs out; at last it is closed. What refers
 * to a session is its number in the table.
 */
#include <assert.h>
#include <stdbool.h>

#define SESSIONS 2
#define NOBODY (-1)
#define ATTEMPTS 2

enum status { FREE, OPEN, ACTIVE, BLOCKED };

struct session {
    enum status status;
    int user;
    int failures;
};

static struct session sessions[SESSIONS];

static struct session *session_at(int number)
{
    assert(number >= 0 && number < SESSIONS);
    return &sessions[number];
}

/* The number of a new session, or -1 if the table is full. */
int session_open(void)
{
    int i;

    for (i = 0; i < SESSIONS; i++) {
        if (sessions[i].status == FREE) {
            sessions[i].status = OPEN;
            sessions[i].user = NOBODY;
            sessions[i].failures = 0;
            return i;
        }
    }
    return -1;
}

/* Who is unknown is turned away, and after the second time for good. */
bool session_login(int number, int user)
{
    struct session *session = session_at(number);

    assert(session->status == OPEN);
    if (user < 0) {
        session->failures++;
        if (session->failures == ATTEMPTS)
            session->status = BLOCKED;
        return false;
    }
    session->user = user;
    session->status = ACTIVE;
    return true;
}

int session_user(int number)
{
    const struct session *session = session_at(number);

    assert(session->status == ACTIVE);
    return session->user;
}

void session_logout(int number)
{
    struct session *session = session_at(number);

    assert(session->status == ACTIVE);
    session->user = NOBODY;
    session->failures = 0;
    session->status = OPEN;
}

bool session_is_blocked(int number)
{
    return session_at(number)->status == BLOCKED;
}

void session_close(int number)
{
    struct session *session = session_at(number);

    assert(session->status == OPEN || session->status == BLOCKED);
    session->status = FREE;
}

int session_count(void)
{
    int i, count = 0;

    for (i = 0; i < SESSIONS; i++)
        if (sessions[i].status != FREE)
            count++;
    return count;
}
