import Media

extension MovieMuxer {
    /// The tracks with the order of their chunks in the file, which does not depend on the offset of the first sample.
    func layout() throws(MovieError) -> MovieLayout {
        let order = interleavedChunks
        let payload = ([video.samples] + audio + side).reduce(UInt64(0)) { $0 + $1.byteCount }
        let dataHeader = MediaDataHeader(payloadByteCount: payload)
        // Offsets are relative to the first sample. The header before it shifts all of them by its own size. Its size
        // grows if a track needs 64-bit offsets, which may make another track exceed the limit. Each round switches at
        // least one more track to 64 bits, so there are at most as many rounds as tracks plus one.
        var relative: [[UInt64]] = Array(repeating: [], count: audio.count + side.count + 1)
        var position: UInt64 = 0
        for chunk in order {
            relative[chunk.track].append(position)
            position += chunk.byteCount
        }
        let movie = try MovieTracks(self)
        var isWide = Array(repeating: false, count: relative.count)
        var headerSize = 0
        while true {
            headerSize =
                movie.headerByteCount(chunkCounts: relative.map(\.count), isWide: isWide) + dataHeader.byteCount
            let needsWide = relative.map { ($0.last ?? 0) + UInt64(headerSize) > UInt64(UInt32.max) }
            if zip(isWide, needsWide).allSatisfy({ $0 || !$1 }) { break }
            isWide = zip(isWide, needsWide).map { $0 || $1 }
        }
        let offsets = relative.map { $0.map { $0 + UInt64(headerSize) } }
        var writer = BoxWriter()
        movie.write(to: &writer, offsets: offsets, isWide: isWide)
        dataHeader.write(to: &writer)
        var chunks: [MovieLayout.Chunk] = []
        chunks.reserveCapacity(order.count)
        var end = UInt64(headerSize)
        for chunk in order {
            let samples = self.samples(ofTrack: chunk.track).samples(ofChunk: chunk.index)
            chunks.append(
                MovieLayout.Chunk(track: chunk.track, samples: samples, fileOffset: end, byteCount: chunk.byteCount)
            )
            end += chunk.byteCount
        }
        return MovieLayout(header: writer.bytes, chunks: chunks, totalByteCount: end, notes: notes + movie.notes)
    }

    /// Samples of a track by its number in the layout: 0 is the video, then audio tracks, then side tracks.
    func samples(ofTrack track: Int) -> TrackSamples {
        if track == 0 { return video.samples }
        return track <= audio.count ? audio[track - 1] : side[track - 1 - audio.count]
    }

    /// Chunks of all tracks by the half second in which they start, the video first.
    private var interleavedChunks: [(track: Int, index: Int, byteCount: UInt64)] {
        let tracks = [video.samples.chunks] + audio.map(\.chunks) + side.map(\.chunks)
        var next = Array(repeating: 0, count: tracks.count)
        var order: [(track: Int, index: Int, byteCount: UInt64)] = []
        while true {
            var earliest: Int?
            for track in tracks.indices where next[track] < tracks[track].count {
                guard let best = earliest else {
                    earliest = track
                    continue
                }
                if tracks[track][next[track]].interval < tracks[best][next[best]].interval { earliest = track }
            }
            guard let track = earliest else { return order }
            order.append((track, next[track], tracks[track][next[track]].byteCount))
            next[track] += 1
        }
    }
}
