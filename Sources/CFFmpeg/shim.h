// FFmpeg for Swift: the public headers, macros that Swift cannot import, and the few differences between FFmpeg 5.1
// (Debian 12) and 7.1 (Debian 13). Nothing else in the package depends on the version.
#pragma once
#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

// Casts and function-like macros, which Swift does not import.
static const int64_t granary_no_timestamp = INT64_MIN;
static const int granary_end_of_file = AVERROR_EOF;
static const int granary_input_error = AVERROR(EIO);
static const int granary_refused_error = AVERROR(EPERM);
static inline int granary_is_again(int code) { return code == AVERROR(EAGAIN); }
static inline int granary_is_end(int code) { return code == AVERROR_EOF; }
static inline int granary_is_invalid_data(int code) { return code == AVERROR_INVALIDDATA; }

// FFmpeg 6.1 turned AVFrame.interlaced_frame and key_frame into flags.
static inline int granary_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static inline int granary_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

// FFmpeg 6.1 moved a stream's side data into its codec parameters.
static inline const uint8_t *granary_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
    *size = 0;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    if (!data) return NULL;
    *size = data->size;
    return data->data;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

// Reads one component of a part of a picture row as 16-bit words, whatever the packing of the format.
static inline void granary_read_components(void *words, const AVFrame *frame, const AVPixFmtDescriptor *format,
    int left, int row, int component, int count, int through_palette) {
    av_read_image_line2(words, (const uint8_t **)frame->data, frame->linesize, format, left, row, component, count,
        through_palette, 2);
}

// The speakers of the channels in the order of their bits; 0 if they have no such order.
static inline uint64_t granary_channel_mask(const AVCodecParameters *parameters) {
    return parameters->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? parameters->ch_layout.u.mask : 0;
}

static inline int granary_channel_count(const AVCodecParameters *parameters) {
    return parameters->ch_layout.nb_channels;
}

static inline int granary_frame_channel_count(const AVFrame *frame) { return frame->ch_layout.nb_channels; }

// Opens an audio encoder for channels in the order of a mask's bits: planar floating point, a header separate from the
// packets, and without the version of the library.
static inline int granary_open_sound_encoder(
    AVCodecContext *context, const AVCodec *codec, int sample_rate, uint64_t mask, int64_t bit_rate) {
    context->sample_fmt = AV_SAMPLE_FMT_FLTP;
    context->sample_rate = sample_rate;
    context->bit_rate = bit_rate;
    context->time_base = (AVRational){1, sample_rate};
    context->thread_count = 1;
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
    int code = av_channel_layout_from_mask(&context->ch_layout, mask);
    return code < 0 ? code : avcodec_open2(context, codec, NULL);
}

// A converter of decoded audio to planar floating point. Channels keep their order, whatever their names in the frame.
static inline SwrContext *granary_sound_converter(
    const AVFrame *frame, uint64_t own, int sample_rate, uint64_t mask) {
    SwrContext *converter = NULL;
    AVChannelLayout from = {0}, to = {0};
    if (av_channel_layout_from_mask(&from, own) >= 0 && av_channel_layout_from_mask(&to, mask) >= 0
        && from.nb_channels == frame->ch_layout.nb_channels
        && swr_alloc_set_opts2(&converter, &to, AV_SAMPLE_FMT_FLTP, sample_rate, &from,
               (enum AVSampleFormat)frame->format, frame->sample_rate, 0, NULL) >= 0
        && swr_init(converter) < 0)
        swr_free(&converter);
    av_channel_layout_uninit(&from);
    av_channel_layout_uninit(&to);
    return converter;
}

// Prepares a frame of planar floating point with room for that many samples.
static inline int granary_prepare_sound_frame(AVFrame *frame, int samples, int sample_rate, uint64_t mask) {
    av_frame_unref(frame);
    frame->format = AV_SAMPLE_FMT_FLTP;
    frame->nb_samples = samples;
    frame->sample_rate = sample_rate;
    int code = av_channel_layout_from_mask(&frame->ch_layout, mask);
    return code < 0 ? code : av_frame_get_buffer(frame, 0);
}

// Converts a frame or, without one, the remaining samples; returns the number of samples.
static inline int granary_convert_sound(SwrContext *converter, uint8_t **planes, int room, const AVFrame *frame) {
    return swr_convert(converter, planes, room, frame ? (const uint8_t **)frame->extended_data : NULL,
        frame ? frame->nb_samples : 0);
}

// libavfilter, loaded only by those who filter: it brings a hundred other libraries, which cost each process 30 ms.
typedef struct granary_filters {
    AVFilterGraph *(*graph_alloc)(void);
    void (*graph_free)(AVFilterGraph **);
    void (*auto_convert)(AVFilterGraph *, unsigned);
    const AVFilter *(*by_name)(const char *);
    int (*create)(AVFilterContext **, const AVFilter *, const char *, const char *, void *, AVFilterGraph *);
    AVFilterInOut *(*ends_alloc)(void);
    void (*ends_free)(AVFilterInOut **);
    int (*parse)(AVFilterGraph *, const char *, AVFilterInOut **, AVFilterInOut **, void *);
    int (*configure)(AVFilterGraph *, void *);
    int (*write)(AVFilterContext *, const AVFrame *);
    int (*read)(AVFilterContext *, AVFrame *);
} granary_filters;

// Loads libavfilter; returns 0 if it is not installed in the version of these headers. To be called once.
static inline int granary_load_filters(granary_filters *filters) {
#define GRANARY_TEXT(x) #x
#define GRANARY_FILTER_LIBRARY(version) "libavfilter.so." GRANARY_TEXT(version)
    void *library = dlopen(GRANARY_FILTER_LIBRARY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    *(void **)&filters->graph_alloc = dlsym(library, "avfilter_graph_alloc");
    *(void **)&filters->graph_free = dlsym(library, "avfilter_graph_free");
    *(void **)&filters->auto_convert = dlsym(library, "avfilter_graph_set_auto_convert");
    *(void **)&filters->by_name = dlsym(library, "avfilter_get_by_name");
    *(void **)&filters->create = dlsym(library, "avfilter_graph_create_filter");
    *(void **)&filters->ends_alloc = dlsym(library, "avfilter_inout_alloc");
    *(void **)&filters->ends_free = dlsym(library, "avfilter_inout_free");
    *(void **)&filters->parse = dlsym(library, "avfilter_graph_parse_ptr");
    *(void **)&filters->configure = dlsym(library, "avfilter_graph_config");
    *(void **)&filters->write = dlsym(library, "av_buffersrc_write_frame");
    *(void **)&filters->read = dlsym(library, "av_buffersink_get_frame");
    return filters->graph_alloc && filters->graph_free && filters->auto_convert && filters->by_name && filters->create
        && filters->ends_alloc && filters->ends_free && filters->parse && filters->configure && filters->write
        && filters->read;
}

// Builds a graph of filters on one thread, in libavfilter's words, for pictures like this one, whose times are whole
// numbers. Pictures keep their format.
static inline int granary_open_filters(const granary_filters *filters, AVFilterGraph **graph,
    AVFilterContext **source, AVFilterContext **sink, const AVFrame *like, const char *chain) {
    char words[256];
    *graph = filters->graph_alloc();
    if (!*graph) return AVERROR(ENOMEM);
    (*graph)->nb_threads = 1;
    filters->auto_convert(*graph, AVFILTER_AUTO_CONVERT_NONE);
    int length = snprintf(words, sizeof words, "video_size=%dx%d:pix_fmt=%d:time_base=1/1:pixel_aspect=1/1",
        like->width, like->height, like->format);
    if (length < 0) return AVERROR(EINVAL);
#if LIBAVFILTER_VERSION_MAJOR >= 10
    snprintf(words + length, sizeof words - length, ":colorspace=%d:range=%d", like->colorspace, like->color_range);
#endif
    const AVFilter *input = filters->by_name("buffer"), *output = filters->by_name("buffersink");
    if (!input || !output) return AVERROR_FILTER_NOT_FOUND;
    int code = filters->create(source, input, "in", words, NULL, *graph);
    if (code >= 0) code = filters->create(sink, output, "out", NULL, NULL, *graph);
    if (code < 0) return code;
    AVFilterInOut *from = filters->ends_alloc(), *to = filters->ends_alloc();
    if (from && to) {
        from->name = av_strdup("in");
        from->filter_ctx = *source;
        to->name = av_strdup("out");
        to->filter_ctx = *sink;
        code = from->name && to->name ? filters->parse(*graph, chain, &to, &from, NULL) : AVERROR(ENOMEM);
    } else {
        code = AVERROR(ENOMEM);
    }
    filters->ends_free(&from);
    filters->ends_free(&to);
    return code >= 0 ? filters->configure(*graph, NULL) : code;
}

// Gives a graph a picture with its number, or its end; the picture stays the caller's.
static inline int granary_write_filter(const granary_filters *filters, AVFilterContext *source, AVFrame *frame,
    int64_t number) {
    if (!frame) return filters->write(source, NULL);
    int64_t tick = frame->pts;
    frame->pts = number;
    int code = filters->write(source, frame);
    frame->pts = tick;
    return code;
}
