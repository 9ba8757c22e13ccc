/*
 * The native limit of bench/fan-out.bench.ts: frames built once, and one send a client and turn, with the connection's
 * own sequence in it. Prints its two ports, then reads commands: "run <ms> <messages a turn> <message bytes>" as fast as
 * the clients' process says by a byte on the second port that all have got the turn, answered by "<turns> <cpu ms>";
 * "pace <every us> <turns> <messages a turn> <message bytes> <stamp offset>" with the microseconds of the monotonic clock
 * in each message, answered by "<turns> 0" and the ms that each turn took to send, two a line.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS 4096
/** Of the trailer that ends a quote message: epoch, sequence, server time. */
#define SEQUENCE_FROM_END 12
/** Every connection counts its own stream, as the relay's do: in the last bytes of what it gets. */
static uint32_t sequences[CLIENTS];
static int clients[CLIENTS], count, control = -1;
static uint8_t *turn;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double cpu_ms(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

static int listener(int *port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof a;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(fd, (struct sockaddr *)&a, size) != 0 || listen(fd, 1024) != 0) exit(2);
  getsockname(fd, (struct sockaddr *)&a, &size);
  *port = ntohs(a.sin_port);
  return fd;
}

static int taken(int fd) {
  const int one = 1, client = accept(fd, NULL, NULL);
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return client;
}

static size_t build(int messages, uint32_t bytes) {
  size_t at = 0;
  turn = realloc(turn, (size_t)messages * (bytes + 4));
  for (int i = 0; i < messages; i++) {
    turn[at++] = 0x82;
    turn[at++] = 126;
    turn[at++] = (uint8_t)(bytes >> 8);
    turn[at++] = (uint8_t)bytes;
    memset(turn + at, 1, bytes);
    at += bytes;
  }
  return at;
}

static void send_turn(size_t size) {
  for (int i = 0; i < count; i++) {
    const uint32_t sequence = htonl(++sequences[i]);
    memcpy(turn + size - SEQUENCE_FROM_END, &sequence, sizeof sequence);
    for (size_t done = 0; done < size;) {
      const ssize_t n = send(clients[i], turn + done, size - done, MSG_NOSIGNAL);
      if (n <= 0) exit(3);
      done += (size_t)n;
    }
  }
}

static void run(double ms, int messages, uint32_t bytes) {
  const size_t size = build(messages, bytes);
  const double until = now_us() + ms * 1e3, before = cpu_ms();
  int turns = 0;
  char byte;
  while (now_us() < until) {
    turns++;
    send_turn(size);
    if (read(control, &byte, 1) != 1) exit(4);
  }
  printf("%d %.3f\n", turns, cpu_ms() - before);
}

static void pace(double every, int turns, int messages, uint32_t bytes, uint32_t stamp_at) {
  const size_t size = build(messages, bytes);
  const double start = now_us();
  double *took = calloc((size_t)turns + 1, sizeof *took);
  for (int t = 0; t < turns; t++) {
    const double wait = start + t * every - now_us();
    if (wait > 0) usleep((useconds_t)wait);
    const double sent_at = now_us();
    const uint32_t stamp = htonl((uint32_t)(uint64_t)sent_at);
    for (int i = 0; i < messages; i++) memcpy(turn + (size_t)i * (bytes + 4) + 4 + stamp_at, &stamp, 4);
    send_turn(size);
    took[t] = (now_us() - sent_at) / 1e3;
  }
  printf("%d 0\n", turns);
  for (int t = 0; t < turns; t += 2) printf("%.4f %.4f\n", took[t], took[t + 1]);
  free(took);
}

int main(void) {
  int port, control_port, messages, turns;
  unsigned bytes, stamp_at;
  double first;
  char line[256];
  const int data = listener(&port), ready = listener(&control_port);
  printf("%d %d\n", port, control_port);
  fflush(stdout);
  for (;;) {
    struct pollfd fds[3] = {{.fd = 0, .events = POLLIN}, {.fd = data, .events = POLLIN}, {.fd = ready, .events = POLLIN}};
    if (poll(fds, 3, -1) < 0 && errno != EINTR) return 5;
    if (fds[1].revents && count < CLIENTS) clients[count++] = taken(data);
    if (fds[2].revents) control = taken(ready);
    if (!fds[0].revents) continue;
    if (fgets(line, sizeof line, stdin) == NULL) return 0;
    if (sscanf(line, "run %lf %d %u", &first, &messages, &bytes) == 3) run(first, messages, bytes);
    else if (sscanf(line, "pace %lf %d %d %u %u", &first, &turns, &messages, &bytes, &stamp_at) == 5)
      pace(first, turns, messages, bytes, stamp_at);
    fflush(stdout);
  }
}
