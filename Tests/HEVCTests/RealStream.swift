import Foundation
import Media
import TestSupport
import Testing

@testable import HEVC

/// An Annex B stream that another program made, divided into access units.
struct RealStream {
    let bytes: [UInt8]
    let units: [Range<Int>]
    let accessUnits: [Range<Int>]

    /// The x265 of the set-up, which may be newer than the system's, or the system's; nil when there is none.
    static let x265: Tool? = {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let own = repository.appending(path: ".cache/x265/bin/x265")
        return FileManager.default.isExecutableFile(atPath: own.path) ? Tool(at: own) : Tool("x265")
    }()

    /// How many temporal levels that x265 can make; 0 when there is none.
    static let x265Levels = x265?.x265Levels ?? 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let units = bytes.withRawSpan(NALUnitFraming.unitsOfAnnexB)
        self.units = units
        accessUnits = bytes.withRawSpan { NALUnitFraming.accessUnits(of: units, in: $0) }
    }

    /// Reads an Annex B file.
    init(contentsOf url: URL) throws { self.init([UInt8](try Data(contentsOf: url))) }

    /// Extracts the video of a movie with ffmpeg.
    init(movie url: URL, in folder: URL) throws {
        let stream = folder.appending(path: "movie.hevc")
        let arguments = ["-v", "error", "-i", url.path, "-map", "0:v:0", "-c", "copy", "-f", "hevc", stream.path]
        try #require(Tool("ffmpeg")).output(arguments)
        try self.init(contentsOf: stream)
    }

    /// Encodes synthetic pictures with x265.
    init(_ film: SyntheticFilm, options: [String], in folder: URL) throws {
        let depth = film.format == .yuv420p10 ? 10 : 8
        var video = Data()
        for frame in 0..<film.count { video.append(contentsOf: film.picture(frame).storage) }
        try video.write(to: folder.appending(path: "film.yuv"))
        let arguments = [
            "--log-level", "none", "--pools", "1", "--frame-threads", "1", "--no-wpp", "--preset", "superfast",
            "--rc-lookahead", "20",
            "--input-res", "\(film.size.width)x\(film.size.height)", "--fps", "24", "--input-depth", "\(depth)",
            "--output-depth", "\(depth)", "film.yuv", "-o", "film.hevc",
        ]
        let outcome = try #require(RealStream.x265).run(arguments + options, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        try self.init(contentsOf: folder.appending(path: "film.hevc"))
    }

    /// The units of an access unit.
    func units(of accessUnit: Int) -> [[UInt8]] { units[accessUnits[accessUnit]].map { Array(bytes[$0]) } }

    /// The checker's report. With `isAligned` the other units of each picture get its TemporalId first; `levels` drops
    /// the levels from there on, and reduces the parameter sets.
    func report(isAligned: Bool = false, levels: Int = 7) throws -> HierarchyReport {
        var checker = HierarchyChecker()
        let sets = try bytes.withRawSpan(ParameterSets.init(header:)).keepingSubLayers(levels)
        checker.add(sets)
        for index in accessUnits.indices {
            var sample: [UInt8] = []
            for unit in units(of: index) {
                let type = try unit.withRawSpan(NALUnitHeader.init).type
                if type.isParameterSet, levels < 7 { continue }
                unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
            }
            if isAligned { try NALUnitFraming.alignTemporalIDs(inSample: &sample) }
            let level = try sample.withRawSpan { try AccessUnit(sample: $0).temporalID }
            if Int(level) < levels { sample.withRawSpan { checker.add(sample: $0) } }
        }
        return checker.report()
    }

    /// The SEI of the stream, all units together.
    func metadata() -> StaticMetadata {
        var metadata = StaticMetadata()
        for unit in units { bytes.withRawSpan { metadata.add(unit: $0.extracting(unit)) } }
        return metadata
    }
}
