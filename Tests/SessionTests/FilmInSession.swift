import Foundation
import Jobs
import Media
import Quality
import Session
import Storage
import TestSupport

/// A synthetic film, with the storage and the silo of a session in the folder of the test.
struct FilmInSession {
    let film: SyntheticFilm
    let settings: SessionSettings
    let storage: MultiPassStorage
    let silo: FrameSilo

    /// Opens or creates both files.
    init(_ film: SyntheticFilm, _ settings: SessionSettings, name: String = "film") throws {
        let identity = try settings.identity(of: film.timeline.timeRange, build: "test")
        let path = TemporaryFolder.current.appending(path: name).path
        self.film = film
        self.settings = settings
        storage = try MultiPassStorage.update(at: path + ".multipass", identity: identity)
        silo = try FrameSilo.update(at: path + ".silo", identity: identity)
    }

    /// Runs one pass of a session over its time ranges.
    func runPass(_ session: CompressionSession) throws -> PassVerdict {
        let ranges = session.timeRanges
        try silo.setTimeRangesForNextPass(ranges)
        try session.beginPass()
        for range in ranges {
            for frame in film.timeline.frames(in: range) {
                try session.encode(film.picture(frame)) { try silo.add($0) }
            }
        }
        let verdict = try session.endPass { try silo.add($0) }
        try silo.close()
        return verdict
    }

    /// Runs all passes; returns the time ranges of each.
    func runAllPasses(_ session: CompressionSession) throws -> [[TimeRange]] {
        var ranges: [[TimeRange]] = []
        var verdict = PassVerdict.furtherPasses(session.timeRanges)
        while verdict != .finished {
            ranges.append(session.timeRanges)
            verdict = try runPass(session)
        }
        return ranges
    }

    /// The checksum of every sample by its decode time.
    func checksums() throws -> [MediaTime: UInt64] {
        var checksums: [MediaTime: UInt64] = [:]
        try silo.forEachHeader { checksums[$0.decodeTime] = $0.checksum }
        return checksums
    }

    /// Decodes all samples of the silo with another decoder. Returns the hashes of its pictures, and those that the
    /// encoder stored, both in presentation order.
    func hashes(_ sets: ParameterSets) throws -> (decoded: [PictureHash], stored: [PictureHash?]) {
        let decoder = try VerifyingDecoder()
        try decoder.configure(sets)
        var decoded: [PictureHash] = []
        var stored: [(frame: Int, hash: PictureHash?)] = []
        try silo.forEachSample { header, bytes in
            stored.append((header.frame, header.pictureHash))
            try decoder.decode(bytes, tag: Int64(stored.count)) { decoded.append($0.hash()) }
        }
        try decoder.flush { decoded.append($0.hash()) }
        return (decoded, stored.sorted { $0.frame < $1.frame }.map(\.hash))
    }
}

extension SessionSettings {
    /// Settings for a film at a rate.
    init(
        _ film: SyntheticFilm,
        kilobitsPerSecond: Int,
        tolerance: Double = 0.005,
        maximum: Int = 4,
        levels: Int = 1
    ) {
        self.init(
            encoder: EncoderSettings(
                size: film.size,
                format: film.format,
                frameRate: film.timeline.averageRate,
                speed: "veryfast",
                keyFrameInterval: 96,
                temporalLevels: levels
            ),
            goal: .average(bitsPerSecond: kilobitsPerSecond * 1000),
            passes: PassLimits(maximum: maximum, tolerance: tolerance, budget: 0.5, reason: "test"),
            shortestKeyFrameInterval: 24
        )
    }
}
