import Media

/// Reads a subtitle track for its description.
struct SubtitleScan {
    private let demuxer: Demuxer
    private let stream: Int
    private let isEnabled: Bool
    private let concealsDamage: Bool

    /// Creates a scan of a track of an open file.
    init(_ demuxer: Demuxer, stream: Int, isEnabled: Bool, concealsDamage: Bool) {
        self.demuxer = demuxer
        self.stream = stream
        self.isEnabled = isEnabled
        self.concealsDamage = concealsDamage
    }

    /// Describes the track.
    func track() throws(IntakeError) -> SubtitleTrack {
        let codec = demuxer.codecName(ofStream: stream)
        var track = SubtitleTrack(
            streamIndex: stream,
            codec: codec,
            language: demuxer.language(ofStream: stream),
            title: demuxer.title(ofStream: stream),
            roles: demuxer.roles(ofStream: stream),
            isEnabled: isEnabled,
            isForced: demuxer.isForced(stream: stream),
            timescale: 1000
        )
        guard SubtitleDecoder.isText(codec) else {
            track.obstacle =
                demuxer.isBitmapSubtitle(stream: stream)
                ? "its subtitles are bitmaps, which tx3g cannot hold" : "tx3g cannot hold \(codec)"
            return track
        }
        let decoder = try SubtitleDecoder(demuxer.file, stream: stream, endsAtDamage: concealsDamage)
        track.timescale = decoder.timescale
        if demuxer.isTimedText(stream: stream) { track.configuration = decoder.configuration }
        var isSimplified = codec == "ass" || codec == "ssa"
        while let entry = try decoder.next() {
            // Timed text also has samples that show nothing.
            if entry.bytes == TimedTextSample.empty { continue }
            track.textCount += 1
            isSimplified = isSimplified || entry.text.isSimplified
        }
        if track.textCount == 0 { track.obstacle = "it contains no text" }
        if isSimplified {
            track.loss = "colours, fonts and positions of its \(codec) text; bold, italic and underline are kept"
        }
        return track
    }
}
