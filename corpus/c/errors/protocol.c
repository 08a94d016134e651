/* A connection-oriented protocol with handshake, authentication, transfer with retransmission,
 * suspension and an orderly close, as one variable `state` and a function for each state.
 *
 * The endpoint handles one event after the other; which one is the environment's choice. Four
 * properties are checked and each fails on a few orders of events only:
 *
 *   deliver         data reaches the user only after authentication; a simultaneous open
 *                   goes from the handshake straight to ESTABLISHED
 *   release_buffer  a buffer is given back once; a late duplicate acknowledgement after a
 *                   retransmission gives it back a second time
 *   enter_closed    no timer runs in CLOSED; a close out of SUSPENDED leaves it armed
 *   retransmit      at most MAX_RETRIES copies of a segment are sent; resuming forgets the
 *                   count but not the segment
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

/* states of the endpoint */
enum {
    CLOSED,
    LISTEN,
    SYN_SENT,
    SYN_RECEIVED,
    AUTHENTICATING,
    ESTABLISHED,
    WAIT_ACK,
    RETRANSMITTING,
    SUSPENDED,
    FIN_SENT,
    FIN_RECEIVED,
    CLOSING,
    TIME_WAIT,
    FAILED
};

/* events of the environment: the user, the peer, the clock */
enum {
    EVENT_OPEN,
    EVENT_LISTEN,
    EVENT_SEND,
    EVENT_SUSPEND,
    EVENT_RESUME,
    EVENT_CLOSE,
    EVENT_SYN,
    EVENT_SYN_ACK,
    EVENT_ACK,
    EVENT_KEY,
    EVENT_DATA,
    EVENT_NAK,
    EVENT_FIN,
    EVENT_RESET,
    EVENT_TIMEOUT,
    EVENTS
};

/* kinds of segment this endpoint sends */
enum { SEG_SYN = 1, SEG_ACK = 2, SEG_FIN = 4, SEG_DATA = 8, SEG_RESET = 16, SEG_KEY = 32 };

enum { MAX_RETRIES = 2, BUFFERS = 2, SEQUENCE = 8, MAX_STEPS = 12, SHARED_KEY = 0x5a };

struct timer {
    unsigned armed : 1;
    unsigned expired : 1;
    int ticks;
};

struct sender {
    unsigned char next;         /* sequence number of the next new segment */
    unsigned char unacked;      /* oldest one without acknowledgement */
    int retries;
    int copies;                 /* copies of the segment in flight */
    _Bool outstanding;
    _Bool duplicated;           /* a copy of an acknowledged segment may still be answered */
};

struct receiver {
    unsigned char expected;
    int delivered;
    int discarded;
};

struct session {
    _Bool active;               /* we sent the first SYN */
    _Bool authenticated;
    _Bool peer_closed;
    int resumed;
};

int state;
int saved_state;
int buffers_used;
int segments_sent;
int last_flags;
struct timer timer;
struct sender sender;
struct receiver receiver;
struct session session;

/* ---- the clock ------------------------------------------------------------------------- */

void timer_arm(int ticks)
{
    timer.armed = 1;
    timer.expired = 0;
    timer.ticks = ticks;
}

void timer_stop(void)
{
    timer.armed = 0;
    timer.expired = 0;
    timer.ticks = 0;
}

int timer_fires(void)
{
    if (!timer.armed)
        return 0;
    timer.expired = 1;
    return 1;
}

/* ---- segments and buffers -------------------------------------------------------------- */

void emit_segment(int flags)
{
    last_flags = flags;
    segments_sent++;
}

int take_buffer(void)
{
    if (buffers_used == BUFFERS)
        return 0;
    buffers_used++;
    return 1;
}

void release_buffer(void)
{
    assert(buffers_used > 0);
    buffers_used--;
}

unsigned char following(unsigned char sequence)
{
    return (sequence + 1) % SEQUENCE;
}

void send_data(void)
{
    emit_segment(SEG_DATA);
    sender.outstanding = 1;
    sender.copies = 1;
    sender.retries = 0;
    sender.next = following(sender.next);
    timer_arm(4);
}

void retransmit(void)
{
    sender.copies++;
    if (sender.copies > MAX_RETRIES + 1)
        reach_error();
    emit_segment(SEG_DATA);
    sender.duplicated = 1;
    timer_arm(8);
}

void acknowledge(void)
{
    emit_segment(SEG_ACK);
    receiver.expected = following(receiver.expected);
}

void deliver(void)
{
    assert(session.authenticated);
    receiver.delivered++;
}

/* ---- entering a state ------------------------------------------------------------------ */

void reset_sender(void)
{
    sender.next = 0;
    sender.unacked = 0;
    sender.retries = 0;
    sender.copies = 0;
    sender.outstanding = 0;
    sender.duplicated = 0;
}

void reset_receiver(void)
{
    receiver.expected = 0;
    receiver.delivered = 0;
    receiver.discarded = 0;
}

void reset_session(void)
{
    session.active = 0;
    session.authenticated = 0;
    session.peer_closed = 0;
    session.resumed = 0;
}

void enter_closed(void)
{
    assert(!timer.armed);
    reset_sender();
    reset_receiver();
    reset_session();
    buffers_used = 0;
    state = CLOSED;
}

void enter_failed(void)
{
    timer_stop();
    emit_segment(SEG_RESET);
    state = FAILED;
}

void enter_authenticating(void)
{
    emit_segment(SEG_KEY);
    timer_arm(6);
    state = AUTHENTICATING;
}

void enter_established(void)
{
    timer_stop();
    state = ESTABLISHED;
}

void enter_suspended(void)
{
    saved_state = state;
    state = SUSPENDED;
}

void enter_time_wait(void)
{
    timer_arm(16);
    state = TIME_WAIT;
}

/* ---- handshake ------------------------------------------------------------------------- */

void in_closed(int event)
{
    switch (event) {
    case EVENT_OPEN:
        session.active = 1;
        emit_segment(SEG_SYN);
        timer_arm(4);
        state = SYN_SENT;
        break;
    case EVENT_LISTEN:
        state = LISTEN;
        break;
    case EVENT_SYN:
    case EVENT_DATA:
    case EVENT_FIN:
        emit_segment(SEG_RESET);
        break;
    default:
        break;
    }
}

void in_listen(int event)
{
    switch (event) {
    case EVENT_SYN:
        emit_segment(SEG_SYN | SEG_ACK);
        timer_arm(4);
        state = SYN_RECEIVED;
        break;
    case EVENT_OPEN:
        session.active = 1;
        emit_segment(SEG_SYN);
        timer_arm(4);
        state = SYN_SENT;
        break;
    case EVENT_CLOSE:
        enter_closed();
        break;
    case EVENT_ACK:
    case EVENT_DATA:
        emit_segment(SEG_RESET);
        break;
    default:
        break;
    }
}

void in_syn_sent(int event)
{
    switch (event) {
    case EVENT_SYN_ACK:
        emit_segment(SEG_ACK);
        enter_authenticating();
        break;
    case EVENT_SYN:
        /* both sides opened at once */
        emit_segment(SEG_SYN | SEG_ACK);
        timer_arm(4);
        state = SYN_RECEIVED;
        break;
    case EVENT_CLOSE:
        timer_stop();
        enter_closed();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    case EVENT_TIMEOUT:
        if (timer_fires()) {
            if (sender.retries++ < MAX_RETRIES) {
                emit_segment(SEG_SYN);
                timer_arm(8);
                state = SYN_SENT;
            } else {
                enter_failed();
            }
        }
        break;
    default:
        break;
    }
}

void in_syn_received(int event)
{
    switch (event) {
    case EVENT_ACK:
        if (session.active)
            enter_established();        /* the peer's key was never asked for */
        else
            enter_authenticating();
        break;
    case EVENT_RESET:
        timer_stop();
        if (session.active)
            enter_closed();
        else
            state = LISTEN;
        break;
    case EVENT_FIN:
    case EVENT_CLOSE:
        timer_stop();
        emit_segment(SEG_FIN);
        timer_arm(4);
        state = FIN_SENT;
        break;
    case EVENT_TIMEOUT:
        if (timer_fires())
            enter_failed();
        break;
    default:
        break;
    }
}

int key_matches(void)
{
    unsigned char key = __VERIFIER_nondet_uchar();

    return (key ^ 0xff) == (SHARED_KEY ^ 0xff);
}

void in_authenticating(int event)
{
    switch (event) {
    case EVENT_KEY:
        if (key_matches()) {
            session.authenticated = 1;
            enter_established();
        } else {
            enter_failed();
        }
        break;
    case EVENT_DATA:
        receiver.discarded++;
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    case EVENT_TIMEOUT:
        if (timer_fires())
            enter_failed();
        break;
    default:
        break;
    }
}

/* ---- transfer -------------------------------------------------------------------------- */

void receive_data(void)
{
    unsigned char sequence = __VERIFIER_nondet_uchar();

    __VERIFIER_assume(sequence < SEQUENCE);
    if (sequence == receiver.expected) {
        deliver();
        acknowledge();
    } else {
        receiver.discarded++;
        emit_segment(SEG_ACK);
    }
}

void receive_fin(void)
{
    session.peer_closed = 1;
    emit_segment(SEG_ACK);
    timer_stop();
    state = FIN_RECEIVED;
}

void start_close(void)
{
    emit_segment(SEG_FIN);
    timer_arm(4);
    state = FIN_SENT;
}

void in_established(int event)
{
    switch (event) {
    case EVENT_SEND:
        if (take_buffer()) {
            send_data();
            state = WAIT_ACK;
        }
        break;
    case EVENT_DATA:
        receive_data();
        break;
    case EVENT_ACK:
        if (sender.duplicated) {
            /* meant for the copy, taken for the segment */
            sender.duplicated = 0;
            release_buffer();
        }
        break;
    case EVENT_SUSPEND:
        enter_suspended();
        break;
    case EVENT_FIN:
        receive_fin();
        break;
    case EVENT_CLOSE:
        start_close();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

void segment_acknowledged(void)
{
    sender.outstanding = 0;
    sender.copies = 0;
    sender.unacked = sender.next;
    release_buffer();
    enter_established();
}

void in_wait_ack(int event)
{
    switch (event) {
    case EVENT_ACK:
        sender.duplicated = 0;
        segment_acknowledged();
        break;
    case EVENT_NAK:
        state = RETRANSMITTING;
        retransmit();
        break;
    case EVENT_TIMEOUT:
        if (timer_fires()) {
            sender.retries++;
            state = RETRANSMITTING;
            retransmit();
        }
        break;
    case EVENT_DATA:
        receive_data();
        break;
    case EVENT_SUSPEND:
        enter_suspended();
        break;
    case EVENT_FIN:
        receive_fin();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

void in_retransmitting(int event)
{
    switch (event) {
    case EVENT_ACK:
        segment_acknowledged();
        break;
    case EVENT_NAK:
    case EVENT_TIMEOUT:
        if (event == EVENT_TIMEOUT && !timer_fires())
            break;
        if (sender.retries >= MAX_RETRIES) {
            enter_failed();
        } else {
            sender.retries++;
            state = RETRANSMITTING;
            retransmit();
        }
        break;
    case EVENT_SUSPEND:
        enter_suspended();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

/* ---- suspension ------------------------------------------------------------------------ */

void resume(void)
{
    session.resumed++;
    sender.retries = 0;         /* the segment in flight keeps its copies */
    switch (saved_state) {
    case WAIT_ACK:
        timer_arm(4);
        state = WAIT_ACK;
        break;
    case RETRANSMITTING:
        timer_arm(8);
        state = RETRANSMITTING;
        break;
    default:
        enter_established();
        break;
    }
}

void in_suspended(int event)
{
    switch (event) {
    case EVENT_RESUME:
        resume();
        break;
    case EVENT_DATA:
        receiver.discarded++;
        emit_segment(SEG_RESET);
        break;
    case EVENT_CLOSE:
        emit_segment(SEG_RESET);
        enter_closed();         /* the timer of a segment in flight may still run */
        break;
    case EVENT_FIN:
        receive_fin();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

/* ---- close ----------------------------------------------------------------------------- */

void in_fin_sent(int event)
{
    switch (event) {
    case EVENT_ACK:
        if (session.peer_closed)
            enter_time_wait();
        else
            state = CLOSING;
        break;
    case EVENT_FIN:
        session.peer_closed = 1;
        emit_segment(SEG_ACK);
        state = FIN_SENT;
        break;
    case EVENT_DATA:
        receive_data();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    case EVENT_TIMEOUT:
        if (timer_fires())
            enter_failed();
        break;
    default:
        break;
    }
}

void in_fin_received(int event)
{
    switch (event) {
    case EVENT_CLOSE:
        start_close();
        break;
    case EVENT_SEND:
        if (take_buffer()) {
            emit_segment(SEG_DATA);
            release_buffer();
        }
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

void in_closing(int event)
{
    switch (event) {
    case EVENT_FIN:
        session.peer_closed = 1;
        emit_segment(SEG_ACK);
        enter_time_wait();
        break;
    case EVENT_TIMEOUT:
        if (timer_fires())
            enter_failed();
        break;
    case EVENT_RESET:
        timer_stop();
        enter_closed();
        break;
    default:
        break;
    }
}

void in_time_wait(int event)
{
    switch (event) {
    case EVENT_TIMEOUT:
        if (timer_fires()) {
            timer_stop();
            enter_closed();
        }
        break;
    case EVENT_FIN:
        emit_segment(SEG_ACK);
        timer_arm(16);
        break;
    default:
        break;
    }
}

void in_failed(int event)
{
    if (event == EVENT_RESET || event == EVENT_CLOSE)
        enter_closed();
}

/* ---- the endpoint ---------------------------------------------------------------------- */

void dispatch(int event)
{
    switch (state) {
    case CLOSED: in_closed(event); break;
    case LISTEN: in_listen(event); break;
    case SYN_SENT: in_syn_sent(event); break;
    case SYN_RECEIVED: in_syn_received(event); break;
    case AUTHENTICATING: in_authenticating(event); break;
    case ESTABLISHED: in_established(event); break;
    case WAIT_ACK: in_wait_ack(event); break;
    case RETRANSMITTING: in_retransmitting(event); break;
    case SUSPENDED: in_suspended(event); break;
    case FIN_SENT: in_fin_sent(event); break;
    case FIN_RECEIVED: in_fin_received(event); break;
    case CLOSING: in_closing(event); break;
    case TIME_WAIT: in_time_wait(event); break;
    case FAILED: in_failed(event); break;
    default: break;
    }
}

int next_event(void)
{
    int event = __VERIFIER_nondet_int();

    __VERIFIER_assume(event >= -1 && event < EVENTS);
    return event;
}

int main(void)
{
    int step, event;

    timer_stop();
    enter_closed();
    for (step = 0; step < MAX_STEPS; step++) {
        event = next_event();
        if (event < 0)
            break;
        dispatch(event);
    }
    return 0;
}
