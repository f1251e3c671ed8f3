/* SPDX-License-Identifier: BSD-3-Clause */
/* A map as a table, and in a few lines. */
#include "format.h"
#include "host/map/map.h"

#include "host/common/options.h"

#include <math.h>
#include <stdio.h>

/* ---- the table -------------------------------------------------------------------------- */

static void put_number(FILE *out, double value) {
  fputc(',', out);
  if (isfinite(value))
    rosin_print(out, "%.9g", value);
}

void rosin_map_put(const rosin_map *map, const rosin_map_point *point, FILE *out) {
  fprintf(out,
          "%s,%s,regime,slips_per_period,pitch_cents,jitter,slip_share,trend,level_db,first_slip,"
          "attack,"
          "late_slips,early_slips,schelleng_low,schelleng_high,"
          "bridge_helmholtz,bridge_correlation,bridge_flybacks,bridge_fall\n",
          map->axis[0].key[0], map->axis[1].key[0]);
  for (int y = 0; y < map->axis[1].steps; y++)
    for (int x = 0; x < map->axis[0].steps; x++) {
      const rosin_map_point *p = &point[y * map->axis[0].steps + x];
      if (!rosin_shard_has(map->shard, y * map->axis[0].steps + x))
        continue;
      rosin_print(out, "%.9g,%.9g,%s", rosin_map_axis_at(&map->axis[0], x) * map->axis[0].factor[0],
                  rosin_map_axis_at(&map->axis[1], y) * map->axis[1].factor[0],
                  rosin_regime_name(p->regime.kind));
      put_number(out, p->regime.slips);
      put_number(out, p->regime.cents);
      put_number(out, p->regime.jitter);
      put_number(out, p->regime.share);
      put_number(out, p->regime.trend);
      put_number(out, p->level);
      put_number(out, p->attack.first >= 0 ? p->attack.first : (double)NAN);
      put_number(out, p->attack.time >= 0 ? p->attack.time : (double)NAN);
      put_number(out, p->attack.late);
      put_number(out, p->attack.early);
      put_number(out, p->low);
      put_number(out, p->high);
      if (isfinite(p->low))
        rosin_print(out, ",%d,%.9g,%.9g,%.9g", p->bridge.helmholtz, p->bridge.correlation,
                    p->bridge.flybacks, p->bridge.fall);
      else /* no string */
        fputs(",,,,", out);
      fputc('\n', out);
    }
}

/* ---- said --------------------------------------------------------------------------------- */

static void say_regimes(const rosin_map *map, const rosin_map_point *point, double wall) {
  const int count = map->axis[0].steps * map->axis[1].steps;
  int of[ROSIN_REGIMES] = {0};
  for (int i = 0; i < count; i++)
    of[rosin_map_regime(map->judge, &point[i])]++;
  rosin_print(stderr, "%d points in %.1f s:", count, wall);
  for (int k = 0; k < ROSIN_REGIMES; k++)
    fprintf(stderr, " %d %s%s", of[k], rosin_regime_name((rosin_regime_kind)k),
            k + 1 < ROSIN_REGIMES ? "," : "\n");
}

static void say_limit(const char *name, const rosin_limit *limit) {
  if (limit->columns >= 2)
    rosin_print(stderr, "; %s %.3g N (place/0.1)^%.2f over %d places", name, limit->at_tenth,
                limit->power, limit->columns);
}

/* Both judges side by side, and their edges where the axes are place and force. */
static void say_limits(const rosin_map *map, const rosin_map_point *point) {
  static const char *const by[] = {"contact", "bridge force"};
  const int count = map->axis[0].steps * map->axis[1].steps;
  for (int judge = ROSIN_MAP_BY_CONTACT; judge <= ROSIN_MAP_BY_BRIDGE; judge++) {
    rosin_limit low, high;
    int helmholtz = 0;
    for (int i = 0; i < count; i++)
      helmholtz += rosin_map_regime((rosin_map_judge)judge, &point[i]) == ROSIN_REGIME_HELMHOLTZ;
    rosin_map_limit_fit(map, point, (rosin_map_judge)judge, &low, &high);
    fprintf(stderr, "by the %s: %d of %d in Helmholtz motion", by[judge], helmholtz, count);
    say_limit("from", &low);
    say_limit("up to", &high);
    fputc('\n', stderr);
  }
}

static void say_attacks(const rosin_map *map, const rosin_map_point *point) {
  const int count = map->axis[0].steps * map->axis[1].steps;
  int prompt = 0;
  rosin_map_edge edge;
  for (int i = 0; i < count; i++)
    prompt += rosin_map_prompt(&point[i].attack);
  rosin_map_edge_fit(map, point, &edge);
  fprintf(stderr, "%d of %d attacks are prompt", prompt, count);
  if (edge.columns >= 2)
    rosin_print(stderr, "; they need %.3g + %.3g a N", edge.offset, edge.slope);
  fputc('\n', stderr);
}

void rosin_map_say(const rosin_map *map, const rosin_map_point *point, double wall) {
  say_regimes(map, point, wall);
  if (isfinite(point[0].low)) /* a string */
    say_limits(map, point);
  if (map->kind == ROSIN_MAP_GUETTLER)
    say_attacks(map, point);
}
