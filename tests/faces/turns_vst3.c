/* SPDX-License-Identifier: BSD-3-Clause */
/* turns_vst3 FILE: notes that came with a tuning of their own end by their note-off, named by id or
 * by pitch; they sound as they are tuned. */
#include "tests/faces/vst3_host.h"

#include <math.h>
#include <stdio.h>

static double level(host *h, int blocks) {
  double sum = 0;
  for (int k = 0; k < blocks; k++) {
    run(h, 256);
    for (int i = 0; i < 256; i++)
      sum += (double)(h->audio[0][i] * h->audio[0][i]);
  }
  return sqrt(sum / (blocks * 256));
}

/* Hz, by the first clear peak of a correlation. */
static double pitch(host *h) {
  enum { FRAMES = 4096, LAGS = 700 };
  static float x[FRAMES];
  double same[LAGS], most = 0;
  for (int k = 0; k < FRAMES; k += 256) {
    run(h, 256);
    for (int i = 0; i < 256; i++)
      x[k + i] = h->audio[0][i];
  }
  for (int lag = 0; lag < LAGS; lag++) {
    same[lag] = 0;
    for (int i = 0; i < FRAMES - LAGS; i++)
      same[lag] += (double)(x[i] * x[i + lag]);
    if (lag > 60)
      most = fmax(most, same[lag]);
  }
  for (int lag = 61; lag < LAGS - 1; lag++)
    if (same[lag] > 0.85 * most && same[lag] >= same[lag - 1] && same[lag] > same[lag + 1])
      return 44100.0 / lag;
  return 0;
}

/* The note's own tuning, and one that is told while it sounds: a share of 240 semitones. */
static void tunings(void) {
  for (int semitones = -2; semitones <= 2; semitones += 2)
    for (int told = 0; told < 2; told++) {
      host *h = open_known("cello");
      start(h, 44100);
      add_event(h, 3, V3_EVENT_NOTE_ON)->note_on =
          (struct v3_event_note_on){.pitch = 60,
                                    .tuning = told ? 0 : (float)(100 * semitones),
                                    .velocity = 0.7F,
                                    .note_id = 5};
      run(h, 64);
      if (told)
        add_event(h, 3, V3_EVENT_NOTE_EXP_VALUE)->note_exp_value =
            (struct v3_event_note_expression_value){V3_TUNING, 5, 0.5 + semitones / 240.0};
      level(h, 170);
      const double found = pitch(h), wanted = 261.63 * pow(2, semitones / 12.0);
      printf("%d semitones: %.1f Hz, %.1f wanted\n", semitones, found, wanted);
      if (fabs(1200 * log2(found / wanted)) > 40)
        die("a note is not tuned as it was told");
      stop(h);
      close_host(h);
    }
}

int main(int argc, char **argv) {
  static const struct {
    float tuning;
    int on, off, pitch, ends;
  } notes[] = {{0, 5, 5, 50, 1},     {37, 5, 5, 50, 1},  {-61, 5, 5, 50, 1}, {37, -1, -1, 50, 1},
               {149, -1, -1, 50, 1}, {37, 5, -1, 50, 1}, {37, 5, 6, 50, 0},  {37, -1, -1, 51, 0}};
  if (argc != 2)
    die("usage: turns_vst3 FILE");
  enter_library(argv[1]);
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
    host *h = open_known("cello");
    start(h, 44100);
    add_event(h, 3, V3_EVENT_NOTE_ON)->note_on = (struct v3_event_note_on){
        .pitch = 50, .tuning = notes[i].tuning, .velocity = 0.7F, .note_id = notes[i].on};
    level(h, 100);
    const double sounding = level(h, 20);
    add_event(h, 3, V3_EVENT_NOTE_OFF)->note_off =
        (struct v3_event_note_off){.pitch = (int16_t)notes[i].pitch, .note_id = notes[i].off};
    level(h, 250);
    const double after = level(h, 20);
    printf("%g cents, id %d, off by id %d, pitch %d: %.1f dB\n", (double)notes[i].tuning,
           notes[i].on, notes[i].off, notes[i].pitch, 20 * log10(after / sounding));
    if (!(sounding > 1e-3) || (after < 0.1 * sounding) != notes[i].ends)
      die("a note-off does not end its note, or another's");
    stop(h);
    close_host(h);
  }
  tunings();
  leave_library();
  return 0;
}
