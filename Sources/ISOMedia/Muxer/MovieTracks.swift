import Media

/// `ftyp` and `moov` of a movie, complete except for the chunk offsets.
struct MovieTracks {
    private let fileType: FileTypeBox
    /// What is between `ftyp` and `moov`.
    private let items: [UInt8]
    private let header: MovieHeaderBox
    private let tracks: [TrackBoxes]
    private let metadata: MovieMetadata

    /// Values that could not be expressed.
    var notes: [MovieNote] { tracks.flatMap(\.notes) }

    init(_ muxer: MovieMuxer) throws(MovieError) {
        fileType = muxer.configuration.imageSequence?.fileType ?? FileTypeBox(of: muxer.configuration)
        items = muxer.configuration.imageSequence?.items ?? []
        let clock = muxer.clock
        var tracks = [try TrackBoxes(videoOf: muxer, clock)]
        for index in muxer.audio.indices { tracks.append(try TrackBoxes(audio: index, of: muxer, clock)) }
        for index in muxer.side.indices { tracks.append(try TrackBoxes(side: index, of: muxer, clock)) }
        let made = muxer.configuration.metadata.first { $0.key == MetadataItem.creationTime }
        header = MovieHeaderBox(
            timescale: UInt32(clock.timescale),
            duration: tracks.map(\.header.duration).max() ?? 0,
            nextTrackID: UInt32(tracks.count + 1),
            creationTime: made.flatMap { UInt64($0.value) } ?? 0
        )
        metadata = MovieMetadata(muxer.configuration)
        self.tracks = tracks
    }

    func write(to writer: inout BoxWriter, offsets: [[UInt64]], isWide: [Bool]) {
        writer.box(fileType)
        writer.append(items)
        writer.box("moov") { moov in
            moov.box(header)
            for (index, track) in tracks.enumerated() {
                moov.box("trak") { track.write(to: &$0, offsets: offsets[index], isWide: isWide[index]) }
            }
            metadata.write(to: &moov)
        }
    }

    /// Bytes that `write` needs for that many chunks: everything except the chunk offsets already has its size.
    func headerByteCount(chunkCounts: [Int], isWide: [Bool]) -> Int {
        var writer = BoxWriter()
        write(to: &writer, offsets: chunkCounts.map { _ in [] }, isWide: isWide)
        return zip(chunkCounts, isWide).reduce(writer.bytes.count) { $0 + $1.0 * ($1.1 ? 8 : 4) }
    }
}

extension FileTypeBox {
    /// The type of a movie. QuickTime has no other brands.
    fileprivate init(of movie: MovieConfiguration) {
        guard movie.container != .quickTime else {
            self = .quickTime
            return
        }
        self = .granary
        if movie.video.parameterSets.codec == .h264 { compatibleBrands.append(Self.avcBrand) }
        if movie.video.dolbyVision != nil { compatibleBrands.append(Self.dolbyVisionBrand) }
        if movie.video.hasHDR10Plus { compatibleBrands.append(Self.hdr10PlusBrand) }
    }
}
