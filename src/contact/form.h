/* SPDX-License-Identifier: BSD-3-Clause */
/** What a contact is made with: the object behind rosin_contact_options(). */
#ifndef ROSIN_CONTACT_FORM_H
#define ROSIN_CONTACT_FORM_H

typedef struct {
  double contacts;      /* points side by side */
  double spots, spot;   /* how the surface differs from place to place: rosin_contact_spots(), */
  double ridges, ridge; /* and rosin_contact_ridges() */
} rosin_contact_form;

#endif
