/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/midi/left_out.h"
#include "format.h"
#include "memory.h"

const char *rosin_left_reason(int reason) {
  static const char *const why[ROSIN_LEFT_REASONS] = {
      [ROSIN_LEFT_LOW] = "below the lowest string or key",
      [ROSIN_LEFT_HIGH] = "too high for a hand on the highest string, or above the highest key",
      [ROSIN_LEFT_REACH] = "too far from the other fingers of its chord",
      [ROSIN_LEFT_STRINGS] = "another note of the chord took the string",
      [ROSIN_LEFT_DRUMS] = "percussion, on channel 10",
      [ROSIN_LEFT_PART] = "another instrument's part"};
  return reason >= 0 && reason < ROSIN_LEFT_REASONS ? why[reason] : NULL;
}

int rosin_left_out_start(rosin_left_out *l, int events) {
  *l = (rosin_left_out){.note = rosin_calloc((size_t)events + 1, sizeof *l->note), .room = events};
  return l->note ? 0 : -1;
}

void rosin_left_out_free(rosin_left_out *l) {
  rosin_free(l->note);
  l->note = NULL;
  l->count = l->room = 0;
}

void rosin_left_out_note(void *left, double time, double key, int channel, rosin_left reason) {
  rosin_left_out *l = left;
  if (l->count < l->room)
    l->note[l->count++] = (rosin_left_note){time, key, channel, reason};
}

int rosin_left_out_count(const rosin_left_out *l, rosin_left reason) {
  int count = 0;
  for (int i = 0; i < l->count; i++)
    count += l->note[i].reason == reason;
  return count;
}

void rosin_left_out_print(const rosin_left_out *l, const char *margin, FILE *file) {
  const char *comma = "";
  fprintf(file, "{\n%s  \"played\": %d,\n%s  \"left_out\": [", margin, l->played, margin);
  for (int i = 0; i < l->count; i++, comma = ",") {
    const rosin_left_note *n = &l->note[i];
    const char *why = rosin_left_reason((int)n->reason);
    rosin_print(file, "%s\n%s    {\"time\": %.6g, \"channel\": %d, \"key\": %.6g, \"why\": \"%s\"}",
                comma, margin, n->time, n->channel + 1, n->key, why ? why : "");
  }
  fprintf(file, "],\n%s  \"ignored_controllers\": {", margin);
  comma = "";
  for (int k = 0; k < 128; k++)
    if (l->ignored[k]) {
      fprintf(file, "%s\"%d\": %d", comma, k, l->ignored[k]);
      comma = ", ";
    }
  fprintf(file, "},\n%s  \"not_understood\": ", margin);
  rosin_unread_print(&l->unread, file);
  fprintf(file, "\n%s}", margin);
}
