#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer without its own main, which SwiftPM would rename: runs `test` on one input after the other, as the
/// arguments say, and returns the exit code. The compiler ships it without a header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
