#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""box.py: a box that is dragged, slides and tips over changing ground, as a physics engine has it, in two
dimensions at 60 frames a second: a table of contacts, as CSV on standard output.

  time,ground,corner,force,speed,impulse     s, -, 0 left or 1 right, N, m/s, N s

A rigid box (0.8 by 0.4 m, 12 kg) stands on its two lower corners. A hand drags it by a rope at its upper
edge, lifts that so that it tips and falls back, rests, drags on; what the ground is made of changes with the place. Corners press by
stiff springs with dampers, and rub by Coulomb's law; a frame tells means over its 200 steps, and what a
corner strikes with as it comes down."""
import math

WIDTH, HEIGHT, MASS, GRAVITY = 0.8, 0.4, 12.0, 9.81
INERTIA = MASS * (WIDTH**2 + HEIGHT**2) / 12
STIFF, DAMP = 4e4, 700.0  # N/m, N s/m
STEPS, FRAMES, SECONDS = 200, 60, 10
GROUNDS = [(2.0, "wood", 0.35), (4.0, "stone", 0.45), (5.2, "ice", 0.08), (1e9, "gravel", 0.5)]  # up to m, what, mu


def ground(x):
    return next((name, mu) for end, name, mu in GROUNDS if x < end)


def hand(time):
    """m/s to the right of the hand that drags, by a rope at the upper edge; N upwards, to tip the box."""
    lift = 92 if any(t < time < t + 0.3 for t in (1.5, 3.4, 3.9, 7.6)) else 0
    if 4.6 < time < 6:
        return 0, 0  # it slides out, and stands
    return 0.8 + 0.35 * math.sin(2.3 * time), lift


def main():
    x, y, angle, vx, vy, spin, pulls = 0.4, HEIGHT / 2, 0.0, 0.0, 0.0, 0.0, 0.8
    dt = 1 / (FRAMES * STEPS)
    was = [1, 1]  # a corner touches
    print("time,ground,corner,force,speed,impulse")
    for frame in range(FRAMES * SECONDS):
        force, way, struck, on = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], ["", ""]
        for step in range(STEPS):
            time = frame / FRAMES + step * dt
            pace, lift = hand(time)
            pulls += pace * dt
            pull = max(0.0, 600 * (pulls - x - WIDTH / 2))
            fx, fy = pull, lift - MASS * GRAVITY
            c, s = math.cos(angle), math.sin(angle)
            edge = (WIDTH / 2 * c - HEIGHT / 2 * s, WIDTH / 2 * s + HEIGHT / 2 * c)
            torque = edge[0] * lift - edge[1] * pull
            for i, side in enumerate((-1, 1)):
                rx, ry = side * WIDTH / 2 * c + HEIGHT / 2 * s, side * WIDTH / 2 * s - HEIGHT / 2 * c
                u, w = vx - spin * ry, vy + spin * rx
                on[i], mu = ground(x + rx)
                load = max(0.0, -STIFF * (y + ry) - DAMP * w) if y + ry < 0 else 0.0
                rub = -mu * load * math.tanh(u / 0.01)
                if load > 0 and not was[i] and w < -0.05:
                    struck[i] += MASS / 2 * -w
                was[i] = load > 0
                fx, fy, torque = fx + rub, fy + load, torque + rx * (load) - ry * rub
                force[i] += load / STEPS
                way[i] += u / STEPS
            vx, vy, spin = vx + fx / MASS * dt, vy + fy / MASS * dt, spin + torque / INERTIA * dt
            x, y, angle = x + vx * dt, y + vy * dt, angle + spin * dt
        for i in range(2):
            print(f"{frame / FRAMES:.4f},{on[i]},{i},{force[i]:.3f},{way[i] if force[i] else 0:.4f},{struck[i]:.4f}")


if __name__ == "__main__":
    main()
