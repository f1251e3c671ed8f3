/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole WAV file once more: what libsndfile could not know as it began. */
#include "sound/sound_chunks.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REFERENCE = 288, UMID = 348, PART = 65536 }; /* in bext: EBU 3285 */

/* FNV-1a of 128 bits: it names, and protects nothing. */
typedef struct {
  uint64_t high, low;
} hash;

static const hash hash_start = {0x6c62272e07bb0142u, 0x62b821756295c58du};

/* Times 2^88 + 0x13b. */
static void add(hash *h, const unsigned char *byte, size_t count) {
  uint64_t high = h->high, low = h->low;
  for (size_t i = 0; i < count; i++) {
    low ^= byte[i];
    const uint64_t lower = (low & 0xffffffffu) * 0x13bu;
    const uint64_t upper = (low >> 32) * 0x13bu + (lower >> 32);
    high = high * 0x13bu + (upper >> 32) + (low << 24);
    low = upper << 32 | (lower & 0xffffffffu);
  }
  *h = (hash){high, low};
}

static int write_all(int file, const void *bytes, size_t size, off_t at) {
  const char *from = bytes;
  while (size) {
    const ssize_t put = pwrite(file, from, size, at);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return -1;
    from += put;
    at += put;
    size -= (size_t)put;
  }
  return 0;
}

static int add_part(int file, off_t at, off_t size, hash *h) {
  unsigned char *part = malloc(PART);
  ssize_t got = 0;
  if (!part)
    return -1;
  for (; size > 0; size -= got, at += got) {
    got = pread(file, part, size < PART ? (size_t)size : PART, at);
    if (got <= 0)
      break;
    add(h, part, (size_t)got);
  }
  free(part);
  return got < 0 ? -1 : 0;
}

static uint32_t word_at(const unsigned char *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Samples, then iXML; where bext is, or 0. */
static int look(int file, off_t end, off_t *bext, hash *h) {
  unsigned char head[8];
  off_t data = 0, ixml = 0;
  uint32_t data_size = 0, ixml_size = 0;
  *bext = 0;
  for (off_t at = 12; at + 8 <= end;) {
    if (pread(file, head, 8, at) != 8)
      return -1;
    const uint32_t size = word_at(head + 4);
    if (memcmp(head, "bext", 4) == 0)
      *bext = at + 8;
    else if (memcmp(head, "data", 4) == 0)
      data = at + 8, data_size = size;
    else if (memcmp(head, "iXML", 4) == 0)
      ixml = at + 8, ixml_size = size;
    at += 8 + (off_t)size + (size & 1);
  }
  *h = hash_start;
  return (data && add_part(file, data, data_size, h)) ||
                 (ixml && add_part(file, ixml, ixml_size, h))
             ? -1
             : 0;
}

/* A basic UMID: the label of SMPTE 330M with the kind of material (one channel of sound, or
 * several) and the way its number was found (a UUID), the length of what follows, no instance, and
 * that UUID, of version 8 (RFC 9562): anybody's own way. The reference is the same in digits. */
static int put_umid(int file, off_t bext, const hash *h, int channels) {
  static const char digit[] = "0123456789abcdef";
  unsigned char umid[64] = {0x06, 0x0a, 0x2b, 0x34, 0x01, 0x01, 0x01,
                            0x05, 0x01, 0x01, 0x08, 0x20, 0x13};
  char reference[32];
  unsigned char *number = umid + 16;
  umid[10] = channels > 1 ? 0x09 : 0x08;
  for (int i = 0; i < 8; i++) {
    number[i] = (unsigned char)(h->high >> (56 - 8 * i) & 255);
    number[8 + i] = (unsigned char)(h->low >> (56 - 8 * i) & 255);
  }
  number[6] = (unsigned char)(0x80 | (number[6] & 0x0f));
  number[8] = (unsigned char)(0x80 | (number[8] & 0x3f));
  for (int i = 0; i < 16; i++) {
    reference[2 * i] = digit[number[i] >> 4];
    reference[2 * i + 1] = digit[number[i] & 15];
  }
  return write_all(file, umid, sizeof umid, bext + UMID) ||
                 write_all(file, reference, sizeof reference, bext + REFERENCE)
             ? -1
             : 0;
}

int rosin_sound_chunks_close(int file, const rosin_sound_chunks *chunks, int channels) {
  struct stat found;
  off_t bext;
  hash h;
  if (!chunks->size)
    return 0;
  if (fstat(file, &found))
    return -1;
  const off_t end = found.st_size, begin = end + (end & 1);
  if (begin + (off_t)chunks->size - 8 > (off_t)UINT32_MAX)
    return 0; /* its header cannot say so much, nor could it before */
  if (look(file, end, &bext, &h) || (bext && put_umid(file, bext, &h, channels)) ||
      (begin > end && write_all(file, "", 1, end)) ||
      write_all(file, chunks->byte, chunks->size, begin))
    return -1;
  const uint32_t size = (uint32_t)(begin + (off_t)chunks->size - 8);
  const unsigned char word[4] = {size & 255, size >> 8 & 255, size >> 16 & 255,
                                 (unsigned char)(size >> 24)};
  return write_all(file, word, sizeof word, 4);
}
