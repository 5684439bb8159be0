import CFFmpeg
import Media

extension Demuxer {
    /// Whether a stream is audio.
    func isAudio(stream index: Int) -> Bool {
        unsafe stream(index).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }

    /// Whether a stream is subtitles.
    func isSubtitle(stream index: Int) -> Bool {
        unsafe stream(index).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE
    }

    /// Whether a stream is timed text in the format of the result (3GPP TS 26.245).
    func isTimedText(stream index: Int) -> Bool {
        let parameters = unsafe stream(index).pointee.codecpar.pointee
        return unsafe parameters.codec_id == AV_CODEC_ID_MOV_TEXT && parameters.codec_tag == Self.tag("tx3g")
    }

    /// Whether a stream is bitmap subtitles.
    func isBitmapSubtitle(stream index: Int) -> Bool {
        guard let words = unsafe avcodec_descriptor_get(stream(index).pointee.codecpar.pointee.codec_id) else {
            return false
        }
        return unsafe words.pointee.props & AV_CODEC_PROP_BITMAP_SUB != 0
    }

    /// Whether a stream is shown even if nobody selects it.
    func isForced(stream index: Int) -> Bool { unsafe stream(index).pointee.disposition & AV_DISPOSITION_FORCED != 0 }

    /// The container's own number of a stream: the track ID in an MP4.
    func containerID(ofStream index: Int) -> UInt32 { UInt32(truncatingIfNeeded: unsafe stream(index).pointee.id) }

    /// FFmpeg's name of a stream's codec.
    func codecName(ofStream index: Int) -> String {
        unsafe String(cString: avcodec_get_name(stream(index).pointee.codecpar.pointee.codec_id))
    }

    /// Language of a stream as ISO 639-2/T; `und` if unspecified.
    func language(ofStream index: Int) -> String {
        // Safe: the entry is the dictionary's, which lives as long as the stream.
        guard let entry = unsafe av_dict_get(stream(index).pointee.metadata, "language", nil, 0) else { return "und" }
        return LanguageCode.terminological(unsafe String(cString: entry.pointee.value))
    }

    /// Name of a stream; nil if it has none.
    func title(ofStream index: Int) -> String? {
        // Safe: the dictionary lives as long as the stream.
        let tags = unsafe Demuxer.tags(of: stream(index).pointee.metadata)
        return tags.first { $0.key.lowercased() == "title" && !$0.value.isEmpty }.map { String($0.value.prefix(1024)) }
    }

    /// Whether a stream is marked as the default.
    func isDefault(stream index: Int) -> Bool { unsafe stream(index).pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }

    /// Whether libavcodec can decode a stream.
    func hasDecoder(stream index: Int) -> Bool {
        unsafe avcodec_find_decoder(stream(index).pointee.codecpar.pointee.codec_id) != nil
    }

    /// Display matrix of a stream, nil for the identity.
    func displayMatrix(ofStream index: Int) -> [Int32]? {
        var size = 0
        // Safe: nine numbers are read from side data whose size was checked.
        guard let data = unsafe granary_side_data(stream(index), AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else { return nil }
        let matrix = (0..<9).map { unsafe UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        return matrix == [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30] ? nil : matrix
    }

    /// The contents of the file apart from its audio and the video that is encoded, one line each.
    func leftovers(
        video: Int,
        opening: OpeningPicture,
        colour: ContainerColour,
        timecode: Timecode?
    ) -> [String] {
        var lines: [String] = []
        for index in 0..<streamCount where index != video && !isAudio(stream: index) && !isSubtitle(stream: index) {
            if isChapterText(stream: index) || isTimecode(stream: index) && timecode != nil { continue }
            let kind: String
            switch unsafe stream(index).pointee.codecpar.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO:
                let isCover = unsafe stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
                kind = isCover ? "cover picture" : "video track"
            case AVMEDIA_TYPE_ATTACHMENT: kind = "attachment"
            default: kind = "data track"
            }
            let language = language(ofStream: index)
            let notes = [tagText(ofStream: index), language == "und" ? nil : language].compactMap(\.self)
            lines.append("\(kind) \(index)" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"))
        }
        lines += colour.leftovers
        if opening.layout.hasAlpha { lines.append("alpha channel of the video track") }
        if opening.hasDynamicMetadata { lines.append("HDR10+ dynamic metadata of the video track") }
        return lines
    }

    /// Name of the codec, or the container's four-character code if FFmpeg does not know the codec.
    private func tagText(ofStream index: Int) -> String? {
        let parameters = unsafe stream(index).pointee.codecpar.pointee
        if unsafe parameters.codec_id != AV_CODEC_ID_NONE { return codecName(ofStream: index) }
        let tag = unsafe parameters.codec_tag
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        guard letters.allSatisfy({ (32..<127).contains($0) }) else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }
}
