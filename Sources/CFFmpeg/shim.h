// FFmpeg as Swift needs it: the public headers, macros that Swift cannot import, and the few places where FFmpeg 5.1
// (Debian 12) and 7.1 (Debian 13) differ. Nothing else in the package knows which of the two it is built with.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/pixdesc.h>

// Casts and function-like macros, which Swift does not import.
static const int64_t granary_no_timestamp = INT64_MIN;
static inline int granary_is_again(int code) { return code == AVERROR(EAGAIN); }
static inline int granary_is_end(int code) { return code == AVERROR_EOF; }
static inline int granary_is_invalid_data(int code) { return code == AVERROR_INVALIDDATA; }

// FFmpeg 6.1 turned AVFrame.interlaced_frame into a flag.
static inline int granary_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
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

static inline int granary_channel_count(const AVCodecParameters *parameters) {
    return parameters->ch_layout.nb_channels;
}
