/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ROSIN_PAGE_HTML_H
#define ROSIN_PAGE_HTML_H

/** Lines of the page, the last of them NULL; where its data go stands "<!-- DATA -->". */
extern const char *const rosin_page_html[];

#endif
