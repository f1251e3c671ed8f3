/* SPDX-License-Identifier: BSD-3-Clause */
/** Of keys that were found right in a scene, between which values: what is between two values that
 * a scene takes, it takes too. So ten thousand rows with a value each need some twenty trials. */
#ifndef ROSIN_KNOWN_KEYS_H
#define ROSIN_KNOWN_KEYS_H

typedef struct rosin_known_keys rosin_known_keys;

rosin_known_keys *rosin_known_keys_new(void); /**< NULL without memory */
/** Whether "KEY=VALUE", set or spread, is known to be right in a scene. */
int rosin_known_keys_has(const rosin_known_keys *keys, const char *scene, int spread,
                         const char *text);
/** It was found right. */
void rosin_known_keys_add(rosin_known_keys *keys, const char *scene, int spread, const char *text);
void rosin_known_keys_free(rosin_known_keys *keys); /**< NULL is allowed */

#endif
