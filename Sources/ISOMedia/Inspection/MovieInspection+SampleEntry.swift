extension MovieInspection {
    /// The first sample entry of a video track by its track ID, for callers that read the rest of the movie in another
    /// way; nil if none can be read. Throws if the source fails.
    package static func sampleEntry(
        ofTrack id: UInt32,
        in source: some ByteSource
    ) throws(MovieError) -> VisualSampleEntry? {
        var scanner = BoxScanner()
        var inspection = MovieInspection()
        let boxes = try scanner.scan(source, in: 0..<source.byteCount)
        let tracks = boxes.first { $0.type == "moov" }?.children.filter { $0.type == "trak" } ?? []
        for track in tracks {
            guard try inspection.read(TrackHeaderBox.self, source, track.first("tkhd"))?.trackID == id else { continue }
            let box = track.first("mdia", "minf", "stbl", "stsd")
            let entries = try inspection.read(SampleDescriptionBox.self, source, box)?.entries
            return entries?.first.flatMap { try? VisualSampleEntry($0) }
        }
        return nil
    }
}
