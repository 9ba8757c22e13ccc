/*
 * The native limit of bench/decode.bench.ts: the same table, the same twelve shuffles a packet and the same copy of
 * the message, in C with SSE. Usage: decode <messages file> <milliseconds>; prints packets per second.
 * The file holds: u32 tokens, the tokens; u32 messages, then each as u32 length and bytes (little-endian).
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CAPACITY 65536
#define SLOTS (1u << 17)

static uint32_t keys[SLOTS][2];
static uint8_t rows[CAPACITY * 192] __attribute__((aligned(64)));
static uint32_t dirty[CAPACITY / 32];
static uint8_t input[1 << 20];

static inline uint32_t home(uint32_t token) { return (token * 2654435761u) >> 15; }
static inline uint32_t be32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
static inline uint32_t be16(const uint8_t *p) { uint16_t v; memcpy(&v, p, 2); return __builtin_bswap16(v); }

static inline int find(uint32_t token) {
  for (uint32_t slot = home(token);; slot = (slot + 1) & (SLOTS - 1)) {
    if (keys[slot][0] == token) return (int)keys[slot][1];
    if (keys[slot][0] == 0) return -1;
  }
}

static inline void copy(const uint8_t *from, uint8_t *to, __m128i mask) {
  _mm_storeu_si128((__m128i *)to, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)from), mask));
}

static __attribute__((noinline)) uint32_t decode(uint32_t length) {
  const __m128i words = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
  const __m128i d0 = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 9, 8, -1, -1, 15, 14, 13, 12);
  const __m128i d1 = _mm_setr_epi8(3, 2, 1, 0, 5, 4, -1, -1, 11, 10, 9, 8, 15, 14, 13, 12);
  const __m128i d2 = _mm_setr_epi8(1, 0, -1, -1, 7, 6, 5, 4, 11, 10, 9, 8, 13, 12, -1, -1);
  if (length < 19 || input[0] != 2) return 0;
  const uint32_t count = be16(input + 1), end = length - 16, sequence = be32(input + end + 4);
  uint32_t at = 3, merged = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (at + 2 > end) return 0;
    at += 2 + be16(input + at);
  }
  if (at != end) return 0;
  at = 3;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t size = be16(input + at);
    const uint8_t *from = input + at + 2;
    at += size + 2;
    if (size != 184) continue;
    const int row = find(be32(from));
    if (row < 0) continue;
    uint8_t *to = rows + (size_t)row * 192;
    copy(from, to, words);
    copy(from + 16, to + 16, words);
    copy(from + 32, to + 32, words);
    copy(from + 48, to + 48, words);
    copy(from + 64, to + 64, d0);
    copy(from + 80, to + 80, d1);
    copy(from + 96, to + 96, d2);
    copy(from + 112, to + 112, d0);
    copy(from + 128, to + 128, d1);
    copy(from + 144, to + 144, d2);
    copy(from + 160, to + 160, d0);
    copy(from + 168, to + 168, d2);
    memcpy(to + 184, &size, 4);
    memcpy(to + 188, &sequence, 4);
    dirty[row >> 5] |= 1u << (row & 31);
    merged++;
  }
  return merged;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL) return 2;
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  uint8_t *bytes = malloc((size_t)size);
  if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) return 2;
  const uint32_t *head = (const uint32_t *)bytes;
  const uint32_t tokens = head[0];
  for (uint32_t i = 0; i < tokens; i++) {
    uint32_t slot = home(head[1 + i]);
    while (keys[slot][0] != 0) slot = (slot + 1) & (SLOTS - 1);
    keys[slot][0] = head[1 + i];
    keys[slot][1] = i;
  }
  const uint32_t count = head[1 + tokens];
  const uint8_t **messages = malloc(count * sizeof *messages);
  uint32_t *lengths = malloc(count * sizeof *lengths);
  const uint8_t *at = bytes + 4 * (2 + (size_t)tokens);
  for (uint32_t i = 0; i < count; i++) {
    memcpy(&lengths[i], at, 4);
    messages[i] = at + 4;
    at += 4 + lengths[i];
  }
  const double limit = atof(argv[2]);
  double packets = 0, elapsed = 0, start = 0;
  for (int warm = 1; warm >= 0; warm--) {
    const double budget = warm ? limit / 4 : limit;
    packets = 0;
    elapsed = 0;
    start = now();
    while (elapsed < budget) {
      for (uint32_t i = 0; i < count; i++) {
        memcpy(input, messages[i], lengths[i]);
        packets += decode(lengths[i]);
      }
      elapsed = now() - start;
    }
  }
  printf("%.0f\n", packets / elapsed * 1e3);
  return 0;
}
