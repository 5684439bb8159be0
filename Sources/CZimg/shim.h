#pragma once
#include <zimg.h>

// zimg's buffers have their planes in an array of unnamed structures, which Swift does not import: the planes are
// passed through this structure instead. All three are whole planes, not the circular buffers that zimg also supports.
typedef struct granary_planes {
    void *data[3];
    ptrdiff_t stride[3];
} granary_planes;

static inline zimg_error_code_e granary_zimg_process(
    const zimg_filter_graph *graph, const granary_planes *from, const granary_planes *to, void *scratch) {
    zimg_image_buffer_const source = {.version = ZIMG_API_VERSION};
    zimg_image_buffer target = {.version = ZIMG_API_VERSION};
    for (int plane = 0; plane < 3; plane++) {
        source.plane[plane].data = from->data[plane];
        source.plane[plane].stride = from->stride[plane];
        source.plane[plane].mask = ZIMG_BUFFER_MAX;
        target.plane[plane].data = to->data[plane];
        target.plane[plane].stride = to->stride[plane];
        target.plane[plane].mask = ZIMG_BUFFER_MAX;
    }
    return zimg_filter_graph_process(graph, &source, &target, scratch, 0, 0, 0, 0);
}
