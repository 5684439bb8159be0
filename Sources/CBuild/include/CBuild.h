/// What the program was built from and with.
/// SPDX-License-Identifier: GPL-3.0-or-later
///
/// In C, because a build can give C a text, but not Swift.
#pragma once

/// The commit that was built; empty if the build did not name it.
const char *granary_build_commit(void);

/// The version of Swift that built it; empty if the build did not name it.
const char *granary_build_swift(void);
