package import Foundation

extension MovieSurgery {
    /// One entry of an edit list.
    package struct Edit: Hashable, Sendable {
        /// Length in ticks of the movie's clock.
        package var duration: Int
        /// First media tick that is presented; -1 for an empty edit.
        package var mediaTime: Int
        /// Speed.
        package var rate: Double

        /// Creates an entry.
        package init(_ duration: Int, _ mediaTime: Int, rate: Double = 1) {
            self.duration = duration
            self.mediaTime = mediaTime
            self.rate = rate
        }
    }

    /// The samples of a track in the order of decoding, as its tables have them.
    package struct SampleTimes: Hashable, Sendable {
        /// Ticks per second of the movie's clock, which edits count in.
        package let movieTimescale: Int
        /// Ticks per second of the track.
        package let timescale: Int
        /// Composition times.
        package let ticks: [Int]
        /// Length of the last sample.
        package let lastDuration: Int
    }

    /// Gives a track another edit list; an empty one takes its list away.
    package static func setEdits(_ edits: [Edit], ofTrack track: Int, in movie: URL) throws {
        var payload = word(0) + word(edits.count)
        for edit in edits {
            payload += word(edit.duration) + word(edit.mediaTime) + word(Int((edit.rate * 65536).rounded()))
        }
        try change(movie) { bytes in
            let list = edits.isEmpty ? [] : box("edts", box("elst", payload))
            try replace("edts", in: ["moov", "trak"], ofTrack: track, with: list, &bytes)
        }
    }

    /// Names other samples as those at which decoding may begin, counted from 1.
    package static func setSyncSamples(_ samples: [Int], ofTrack track: Int, in movie: URL) throws {
        let payload = word(0) + word(samples.count) + samples.flatMap(word)
        try change(movie) { bytes in
            let path = ["moov", "trak", "mdia", "minf", "stbl"]
            try replace("stss", in: path, ofTrack: track, with: box("stss", payload), &bytes)
        }
    }

    /// Moves all composition times of a track, into negative numbers too (version 1 of `ctts`).
    package static func moveCompositionTimes(by distance: Int, ofTrack track: Int, in movie: URL) throws {
        try change(movie) { bytes in
            let path = ["moov", "trak", "mdia", "minf", "stbl", "ctts"]
            guard let table = chain(path, ofTrack: track, in: bytes)?.last else { throw Failure(missing: "ctts") }
            bytes[table.lowerBound + 8] = 1
            for entry in 0..<number(bytes, at: table.lowerBound + 12) {
                let at = table.lowerBound + 16 + 8 * entry + 4
                bytes.replaceSubrange(at..<at + 4, with: word(signed(bytes, at: at) + distance))
            }
        }
    }

    /// Reads the times of a track's samples from `stts` and `ctts`.
    package static func sampleTimes(ofTrack track: Int, in movie: URL) throws -> SampleTimes {
        let bytes = [UInt8](try Data(contentsOf: movie))
        func payload(_ path: [String]) throws -> Int {
            guard let found = chain(path, ofTrack: track, in: bytes)?.last else {
                throw Failure(missing: path.last ?? "")
            }
            return found.lowerBound + 8
        }
        func clock(_ at: Int) -> Int { number(bytes, at: at + (bytes[at] == 1 ? 20 : 12)) }
        let table = ["moov", "trak", "mdia", "minf", "stbl"]
        let durations = try payload(table + ["stts"])
        var (ticks, tick, last): ([Int], Int, Int) = ([], 0, 0)
        for entry in 0..<number(bytes, at: durations + 4) {
            last = number(bytes, at: durations + 12 + 8 * entry)
            for _ in 0..<number(bytes, at: durations + 8 + 8 * entry) {
                ticks.append(tick)
                tick += last
            }
        }
        if let offsets = try? payload(table + ["ctts"]) {
            var sample = 0
            for entry in 0..<number(bytes, at: offsets + 4) {
                for _ in 0..<number(bytes, at: offsets + 8 + 8 * entry) {
                    ticks[sample] += signed(bytes, at: offsets + 12 + 8 * entry)
                    sample += 1
                }
            }
        }
        return SampleTimes(
            movieTimescale: clock(try payload(["moov", "mvhd"])),
            timescale: clock(try payload(["moov", "trak", "mdia", "mdhd"])),
            ticks: ticks,
            lastDuration: last
        )
    }

    // MARK: - Bytes

    private static func change(_ movie: URL, _ body: (inout [UInt8]) throws -> Void) throws {
        var bytes = [UInt8](try Data(contentsOf: movie))
        try body(&bytes)
        try Data(bytes).write(to: movie)
    }

    /// Puts boxes in a box's place, or at the end of its parent, and moves the offsets of the samples where they move.
    private static func replace(
        _ type: String,
        in parents: [String],
        ofTrack track: Int,
        with boxes: [UInt8],
        _ bytes: inout [UInt8]
    ) throws {
        guard let path = chain(parents, ofTrack: track, in: bytes), let parent = path.last else {
            throw Failure(missing: parents.last ?? "")
        }
        let old = chain(parents + [type], ofTrack: track, in: bytes)?.last ?? parent.upperBound..<parent.upperBound
        let growth = boxes.count - old.count
        let media = children(of: bytes, in: 0..<bytes.count).first { name(of: bytes, $0) == "mdat" }
        if let media, media.lowerBound > old.lowerBound { try moveChunks(by: growth, &bytes) }
        bytes.replaceSubrange(old, with: boxes)
        for box in path { bytes.replaceSubrange(box.lowerBound..<box.lowerBound + 4, with: word(box.count + growth)) }
    }

    private static func moveChunks(by distance: Int, _ bytes: inout [UInt8]) throws {
        var track = 0
        while chain(["moov", "trak"], ofTrack: track, in: bytes) != nil {
            if let table = chain(["moov", "trak", "mdia", "minf", "stbl", "stco"], ofTrack: track, in: bytes)?.last {
                for entry in 0..<number(bytes, at: table.lowerBound + 12) {
                    let at = table.lowerBound + 16 + 4 * entry
                    bytes.replaceSubrange(at..<at + 4, with: word(number(bytes, at: at) + distance))
                }
            }
            track += 1
        }
    }

    /// The boxes of a path from the file's top down.
    private static func chain(_ path: [String], ofTrack track: Int, in bytes: [UInt8]) -> [Range<Int>]? {
        var boxes: [Range<Int>] = []
        var inside = 0..<bytes.count
        for type in path {
            let found = children(of: bytes, in: inside).filter { name(of: bytes, $0) == type }
            let index = type == "trak" ? track : 0
            guard found.indices.contains(index) else { return nil }
            boxes.append(found[index])
            inside = found[index].lowerBound + 8..<found[index].upperBound
        }
        return boxes
    }

    private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        word(8 + payload.count) + Array(type.utf8) + payload
    }

    private static func word(_ number: Int) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: number)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func signed(_ bytes: [UInt8], at offset: Int) -> Int {
        Int(Int32(truncatingIfNeeded: number(bytes, at: offset)))
    }
}
