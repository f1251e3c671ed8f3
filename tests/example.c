/* SPDX-License-Identifier: BSD-3-Clause */
#include <rosin.h>
#include <stdio.h>

int main(void) {
  float out[512], peak = 0;
  rosin_scene *scene = rosin_scene_load("cello-d", 0, NULL, NULL);
  if (!scene || rosin_scene_prepare(scene, 48000, 512, NULL))
    return 1;
  for (int block = 0; block < 48000 / 512; block++) {
    rosin_scene_process(scene, 512, out);
    for (int i = 0; i < 512; i++)
      peak = out[i] > peak ? out[i] : peak;
  }
  printf("rosin %s: peak %.3f\n", rosin_version(), peak);
  rosin_scene_free(scene);
  return peak > 0.1f ? 0 : 1;
}
