/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of the object, and the thread that builds its engines. */
#include "plugin/vst3/plugin.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAUSE = 5000000 }; /* ns between two looks of the builder */

rosin_vst3 *rosin_vst3_of(void *self) {
  return ((rosin_vst3_face *)self)->plugin;
}

/* An interface that the plugin has; all begin with v3_funknown. */
v3_result V3_API rosin_vst3_query(void *self, const v3_tuid iid, void **object) {
  rosin_vst3 *p = rosin_vst3_of(self);
  const struct {
    const uint8_t *iid;
    rosin_vst3_kind kind;
  } table[] = {{v3_funknown_iid, ROSIN_VST3_COMPONENT},
               {v3_plugin_base_iid, ROSIN_VST3_COMPONENT},
               {v3_component_iid, ROSIN_VST3_COMPONENT},
               {v3_audio_processor_iid, ROSIN_VST3_PROCESSOR},
               {v3_edit_controller_iid, ROSIN_VST3_CONTROLLER},
               {v3_midi_mapping_iid, ROSIN_VST3_MAPPING},
               {v3_expressions_iid, ROSIN_VST3_EXPRESSIONS},
               {v3_unit_information_iid, ROSIN_VST3_UNITS},
               {v3_process_context_requirements_iid, ROSIN_VST3_NEEDS}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (v3_tuid_match(iid, table[i].iid)) {
      *object = &p->face[table[i].kind];
      atomic_fetch_add(&p->references, 1);
      return V3_OK;
    }
  *object = NULL;
  return V3_NO_INTERFACE;
}

uint32_t V3_API rosin_vst3_ref(void *self) {
  return atomic_fetch_add(&rosin_vst3_of(self)->references, 1) + 1;
}

uint32_t V3_API rosin_vst3_unref(void *self) {
  rosin_vst3 *p = rosin_vst3_of(self);
  const uint32_t left = atomic_fetch_sub(&p->references, 1) - 1;
  if (left)
    return left;
  rosin_vst3_stop_builder(p);
  rosin_renewal_forget(&p->renewal);
  rosin_core_free(p->core);
  free(p->program);
  free(p);
  return 0;
}

v3_result V3_API rosin_vst3_initialize(void *self, struct v3_funknown **context) {
  (void)self;
  (void)context;
  return V3_OK;
}

v3_result V3_API rosin_vst3_terminate(void *self) {
  (void)self;
  return V3_OK;
}

/* VST3 has no worker that the audio thread could call without a system call, so this one looks by
 * itself. */
static void *build(void *context) {
  rosin_vst3 *p = context;
  rosin_error error;
  while (!atomic_load(&p->stop)) {
    if (rosin_renewal_serve(&p->renewal, 1, &error))
      fprintf(stderr, "rosin %s: %s\n", rosin_core_scene(p->core), error.text);
    nanosleep(&(struct timespec){0, PAUSE}, NULL);
  }
  return NULL;
}

void rosin_vst3_start_builder(rosin_vst3 *p) {
  int wanted = 0;
  if (p->offline)
    return;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    wanted |= !rosin_core_parameter_live(p->core, i);
  atomic_store(&p->stop, 0);
  p->builds = wanted && pthread_create(&p->builder, NULL, build, p) == 0;
}

void rosin_vst3_stop_builder(rosin_vst3 *p) {
  atomic_store(&p->stop, 1);
  if (p->builds)
    pthread_join(p->builder, NULL);
  p->builds = 0;
}
