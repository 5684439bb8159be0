import CFFmpeg
package import Media

/// One stream of an open container, which it keeps. Every property is the container's value of the moment.
@safe package struct ContainerStream {
    private let container: Container
    /// The structure of the container; valid as long as this value.
    let raw: UnsafeMutablePointer<AVStream>

    /// Names a stream of a container.
    @unsafe init(_ stream: UnsafeMutablePointer<AVStream>, of container: Container) {
        self.container = container
        // Safe: the container frees its streams only when it is freed, and this value keeps it.
        unsafe raw = unsafe stream
    }

    /// Its codec parameters; libavformat gives every stream some.
    private var parameters: UnsafeMutablePointer<AVCodecParameters> { unsafe raw.pointee.codecpar }

    /// What it holds.
    package var kind: MediaKind {
        switch unsafe parameters.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        case AVMEDIA_TYPE_SUBTITLE: .subtitles
        case AVMEDIA_TYPE_ATTACHMENT: .attachment
        default: .other
        }
    }

    /// Its codec.
    package var codec: CodecKind {
        switch unsafe parameters.pointee.codec_id {
        case AV_CODEC_ID_HEVC: .hevc
        case AV_CODEC_ID_AV1: .av1
        case AV_CODEC_ID_MOV_TEXT: .movieText
        case AV_CODEC_ID_BIN_DATA: .binaryData
        case AV_CODEC_ID_NONE: .none
        default: .other
        }
    }

    /// FFmpeg's name of its codec.
    package var codecName: String { unsafe String(cString: avcodec_get_name(parameters.pointee.codec_id)) }

    /// The container's four-character code of the codec; its first letter is the lowest byte.
    package var codecTag: UInt32 { unsafe parameters.pointee.codec_tag }

    /// Whether its codec is subtitles as bitmaps.
    package var isBitmapSubtitle: Bool {
        guard let words = unsafe avcodec_descriptor_get(parameters.pointee.codec_id) else { return false }
        return unsafe words.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0
    }

    /// Whether libavcodec can decode it.
    package var hasDecoder: Bool { unsafe avcodec_find_decoder(parameters.pointee.codec_id) != nil }

    /// The codec configuration; empty if the container has none.
    package var configuration: [UInt8] {
        // Safe: extradata has the size in its size field, and lives as long as the stream.
        let (data, size) = unsafe (parameters.pointee.extradata, parameters.pointee.extradata_size)
        guard let data = unsafe data, size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(size)))
    }

    /// Seconds per tick of its timestamps.
    package var timeBase: Ratio {
        let base = unsafe raw.pointee.time_base
        return Ratio(base.num, over: base.den)
    }

    /// Microseconds in ticks of the stream, rounded to the nearest.
    package func ticks(ofMicroseconds time: Int64) -> Int64 {
        unsafe av_rescale_q(time, AVRational(num: 1, den: AV_TIME_BASE), raw.pointee.time_base)
    }

    /// The container's own number of the stream: the track ID in an MP4.
    package var containerID: Int32 { unsafe raw.pointee.id }

    /// Whether it is marked as the default.
    package var isDefault: Bool { has(AV_DISPOSITION_DEFAULT) }

    /// Whether it is shown even if nobody selects it.
    package var isForced: Bool { has(AV_DISPOSITION_FORCED) }

    /// Whether it is a cover picture.
    package var isAttachedPicture: Bool { has(AV_DISPOSITION_ATTACHED_PIC) }

    /// Whether it is thumbnails of a film.
    package var isThumbnails: Bool { has(AV_DISPOSITION_TIMED_THUMBNAILS) }

    /// What it is for, as far as it is marked.
    package var roles: [TrackRole] {
        let marks: [(marks: CInt, role: TrackRole)] = [
            (AV_DISPOSITION_COMMENT, .commentary),
            (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS, .description),
            (AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_CAPTIONS, .caption),
            (AV_DISPOSITION_DUB, .dub), (AV_DISPOSITION_FORCED, .forcedSubtitle),
        ]
        return marks.filter { has($0.marks) && ($0.role != .forcedSubtitle || kind == .subtitles) }.map(\.role)
    }

    /// Its other marks, for which there is no role.
    package var otherMarks: [String] {
        let marks = [
            (AV_DISPOSITION_ORIGINAL, "original"), (AV_DISPOSITION_LYRICS, "lyrics"),
            (AV_DISPOSITION_KARAOKE, "karaoke"), (AV_DISPOSITION_CLEAN_EFFECTS, "clean effects"),
        ]
        return marks.filter { has($0.0) }.map(\.1)
    }

    private func has(_ disposition: CInt) -> Bool { unsafe raw.pointee.disposition & disposition != 0 }

    /// Its tags in file order; those that are not UTF-8 are left out.
    package var tags: [MetadataItem] { unsafe Container.tags(of: raw.pointee.metadata) }

    /// The first tag with a key, upper and lower case being the same; bytes that are not UTF-8 are replaced.
    package func tag(_ key: String) -> String? {
        // Safe: the entry is the dictionary's, which lives as long as the stream.
        guard let entry = unsafe av_dict_get(raw.pointee.metadata, key, nil, 0) else { return nil }
        return unsafe String(cString: entry.pointee.value)
    }

    /// Whether the packets are read or skipped. The bytes of skipped ones are not read if the container allows it.
    package func keep(_ isKept: Bool) { unsafe raw.pointee.discard = isKept ? AVDISCARD_DEFAULT : AVDISCARD_ALL }

    /// Samples that the container's header lists; 0 if it has no such list.
    package var announcedSampleCount: Int { unsafe Int(avformat_index_get_entries_count(raw)) }

    /// Decoding tick of the first sample in the container's index; nil without an index.
    package var firstIndexTick: Int64? {
        // Safe: the entry is lent by the living container and read at once.
        guard let entry = unsafe avformat_index_get_entry(raw, 0) else { return nil }
        return unsafe entry.pointee.timestamp
    }

    // MARK: - Pictures

    /// Whether the container says that pictures consist of fields.
    package var isInterlaced: Bool {
        let order = unsafe parameters.pointee.field_order
        return order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE
    }

    /// Width of a pixel relative to its height, by container or codec.
    package var pixelAspect: Ratio {
        let aspect = unsafe av_guess_sample_aspect_ratio(nil, raw, nil)
        return Ratio(aspect.num, over: aspect.den)
    }

    /// Its colour tags.
    package var colour: ColourDescription {
        let range = unsafe parameters.pointee.color_range
        return ColourDescription(
            primaries: unsafe parameters.pointee.color_primaries.rawValue,
            transfer: unsafe parameters.pointee.color_trc.rawValue,
            matrix: unsafe parameters.pointee.color_space.rawValue,
            isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG
        )
    }

    /// Where its chroma samples are.
    package var chromaSite: ChromaSite {
        ChromaSite(rawValue: unsafe parameters.pointee.chroma_location.rawValue) ?? .unspecified
    }

    // MARK: - Audio

    /// Samples per second, as the container says.
    package var sampleRate: Int { unsafe Int(parameters.pointee.sample_rate) }

    /// Samples of a packet, if all have the same number; else 0.
    package var frameSize: Int { unsafe Int(parameters.pointee.frame_size) }

    /// Samples of priming at the start; 0 if the container declares none.
    package var initialPadding: Int { unsafe Int(parameters.pointee.initial_padding) }

    /// Number of channels.
    package var channelCount: Int { Int(unsafe granary_channel_count(parameters)) }

    /// The speakers of the channels in the order of their bits; 0 if they have no such order.
    package var channelMask: UInt64 { unsafe granary_channel_mask(parameters) }
}
