/*
 * A driver of a serial line with a queue of four bytes to send.
 *
 * The registers are those of the simulated device that the tests run on: they
 * lie in memory, and uart_irq() does what the device's interrupt would do.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define UART_CLOCK 1000000u
#define UART_QUEUE 4u

enum uart_parity { UART_NONE, UART_EVEN, UART_ODD };

enum uart_state { UART_OFF, UART_READY, UART_SENDING };

static struct {
    uint32_t divisor;
    uint8_t data;
    uint8_t control;
} registers;

static enum uart_state state;
static uint8_t queue[UART_QUEUE];
static unsigned first;
static unsigned waiting;

#define CONTROL_ON 0x01u
#define CONTROL_PARITY 0x02u
#define CONTROL_ODD 0x04u
#define CONTROL_IRQ 0x80u

static uint8_t control_of(enum uart_parity parity)
{
    switch (parity) {
    case UART_NONE:
        return CONTROL_ON;
    case UART_EVEN:
        return CONTROL_ON | CONTROL_PARITY;
    case UART_ODD:
        return CONTROL_ON | CONTROL_PARITY | CONTROL_ODD;
    }
    assert(!"no such parity");
    return 0;
}

/* Opens the line. There is no slower one than 300 baud. */
void uart_open(uint32_t baud, enum uart_parity parity)
{
    assert(state == UART_OFF);
    assert(baud >= 300 && baud <= 115200);
    registers.divisor = UART_CLOCK / baud;
    registers.control = control_of(parity);
    first = 0;
    waiting = 0;
    state = UART_READY;
}

static void send_next(void)
{
    registers.data = queue[first];
    registers.control |= CONTROL_IRQ;
    first = (first + 1) % UART_QUEUE;
    waiting--;
    state = UART_SENDING;
}

unsigned uart_room(void)
{
    return UART_QUEUE - waiting;
}

/* Sends a byte, now or after those that wait. There must be room for it. */
void uart_write(uint8_t byte)
{
    assert(state != UART_OFF);
    assert(waiting < UART_QUEUE);
    queue[(first + waiting) % UART_QUEUE] = byte;
    waiting++;
    if (state == UART_READY)
        send_next();
}

/* The device has sent a byte. */
void uart_irq(void)
{
    assert(state == UART_SENDING);
    if (waiting > 0) {
        send_next();
    } else {
        registers.control &= (uint8_t)~CONTROL_IRQ;
        state = UART_READY;
    }
}

bool uart_is_busy(void)
{
    return state == UART_SENDING;
}

/* Closes the line; what waits must have been sent. */
void uart_close(void)
{
    assert(state == UART_READY);
    registers.control = 0;
    state = UART_OFF;
}
