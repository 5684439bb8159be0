import Foundation
import GranaryKit
import TestSupport

/// A film of which each part is encoded by a session of its own, with a storage and a silo that are kept.
struct FilmInParts {
    let film: KitFilm
    let parts: [Range<Int>]
    let properties: CompressionProperties
    let silos: [FrameSilo]
    private let name: String

    /// A still picture, and a part of four moving scenes.
    static let easyAndHard = KitFilm(count: 240, cuts: [96, 130, 165, 200], still: 0..<96)

    init(_ film: KitFilm, _ parts: [Range<Int>], _ properties: CompressionProperties, name: String = "film") throws {
        self.film = film
        self.parts = parts
        self.properties = properties
        self.name = name
        silos = try parts.enumerated().map { place, part in
            let url = TemporaryFolder.current.appending(path: "\(name)-\(place).silo")
            return try FrameSilo(url: url, timeRange: film.timeRange(of: part), options: .doNotDelete)
        }
    }

    /// A new session on the storage of a part. The one before must have ended.
    func session(_ part: Int) throws -> CompressionSession {
        let url = TemporaryFolder.current.appending(path: "\(name)-\(part).multipass")
        let time = film.timeRange(of: parts[part])
        return try CompressionSession(
            properties,
            storage: MultiPassStorage(url: url, timeRange: time, options: .doNotDelete)
        )
    }

    /// The value as another process gets it.
    static func sent<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    /// Runs the next pass of a part in a session of its own, as if its process had begun anew.
    func runPass(_ part: Int, _ targets: PartTargets?) throws -> PartReport {
        let session = try session(part)
        if let targets { try session.setTargetsForNextPass(Self.sent(targets)) }
        if !session.timeRanges.isEmpty { try film.runPass(session, to: silos[part]) }
        guard let report = session.partReport else { throw CocoaError(.featureUnsupported) }
        return try Self.sent(report)
    }

    /// Runs all passes of all parts; returns the targets of each round and the last reports.
    func encode(_ allocator: some RateAllocating) throws -> (rounds: [[PartTargets]], reports: [PartReport]) {
        var reports = try parts.indices.map { try runPass($0, nil) }
        var rounds: [[PartTargets]] = []
        while true {
            let targets = try allocator.targets(after: reports)
            if targets.allSatisfy(\.timeRanges.isEmpty) { return (rounds, reports) }
            rounds.append(targets)
            reports = try parts.indices.map { try runPass($0, targets[$0]) }
        }
    }

    /// Bits of the samples in all silos.
    var bits: Int { silos.reduce(0) { $0 + $1.byteCount * 8 } }
}
