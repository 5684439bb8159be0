import FFmpeg
import Media

extension Demuxer {
    /// Whether a stream is audio.
    func isAudio(stream index: Int) -> Bool { stream(index).kind == .audio }

    /// Whether a stream is subtitles.
    func isSubtitle(stream index: Int) -> Bool { stream(index).kind == .subtitles }

    /// Whether a stream is timed text in the format of the result (3GPP TS 26.245).
    func isTimedText(stream index: Int) -> Bool {
        stream(index).codec == .movieText && stream(index).codecTag == Self.tag("tx3g")
    }

    /// Whether a stream is bitmap subtitles.
    func isBitmapSubtitle(stream index: Int) -> Bool { stream(index).isBitmapSubtitle }

    /// Whether a stream is shown even if nobody selects it.
    func isForced(stream index: Int) -> Bool { stream(index).isForced }

    /// The container's own number of a stream: the track ID in an MP4.
    func containerID(ofStream index: Int) -> UInt32 { UInt32(truncatingIfNeeded: stream(index).containerID) }

    /// FFmpeg's name of a stream's codec.
    func codecName(ofStream index: Int) -> String { stream(index).codecName }

    /// Language of a stream as ISO 639-2/T; `und` if unspecified.
    func language(ofStream index: Int) -> String {
        stream(index).tag("language").map(LanguageCode.terminological) ?? "und"
    }

    /// Name of a stream; nil if it has none.
    func title(ofStream index: Int) -> String? {
        let tags = stream(index).tags
        return tags.first { $0.key.lowercased() == "title" && !$0.value.isEmpty }.map { String($0.value.prefix(1024)) }
    }

    /// What a stream is for; nil for an ordinary one.
    func roles(ofStream index: Int) -> [TrackRole]? {
        let roles = stream(index).roles
        return roles.isEmpty ? nil : roles
    }

    /// Whether a stream is marked as the default.
    func isDefault(stream index: Int) -> Bool { stream(index).isDefault }

    /// Whether libavcodec can decode a stream.
    func hasDecoder(stream index: Int) -> Bool { stream(index).hasDecoder }

    /// Display matrix of a stream, nil for the identity.
    func displayMatrix(ofStream index: Int) -> [Int32]? {
        let matrix = stream(index).displayMatrix
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
            switch stream(index).kind {
            case .video: kind = stream(index).isAttachedPicture ? "cover picture" : "video track"
            case .attachment: kind = "attachment"
            default: kind = "data track"
            }
            let language = language(ofStream: index)
            let notes = [tagText(ofStream: index), language == "und" ? nil : language].compactMap(\.self)
            lines.append("\(kind) \(index)" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"))
        }
        for index in 0..<streamCount where isAudio(stream: index) || isSubtitle(stream: index) {
            let kind = isAudio(stream: index) ? "audio" : "subtitle"
            lines += stream(index).otherMarks.map { "the mark '\($0)' of \(kind) track \(index)" }
        }
        lines += colour.leftovers
        if opening.layout.hasAlpha { lines.append("alpha channel of the video track") }
        return lines
    }

    /// Name of the codec, or the container's four-character code if FFmpeg does not know the codec.
    private func tagText(ofStream index: Int) -> String? {
        if stream(index).codec != .none { return codecName(ofStream: index) }
        let tag = stream(index).codecTag
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        guard letters.allSatisfy({ (32..<127).contains($0) }) else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }
}
