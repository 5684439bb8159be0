import HEVC
import ISOMedia
import Media

/// Lists the samples of a film, one line each in decode order, and what the slice headers of HEVC prove about its
/// temporal levels.
struct SampleListing {
    private let movie: MovieDescription
    private let file: FileSource
    private let asJSON: Bool

    init(of movie: MovieDescription, in path: String, asJSON: Bool) throws {
        self.movie = movie
        self.asJSON = asJSON
        file = try FileSource(path: path)
    }

    /// A sample with the number of its track, for NDJSON.
    private struct Line: Encodable {
        let type = "sample"
        let track: Int
        let sample: SampleTable.Sample
        let level: UInt8?
        let temporalID: UInt8?
        let nalUnitType: UInt8?
    }

    /// What is known about the temporal levels of a track, for NDJSON.
    private struct Proof: Encodable {
        let type = "hierarchy"
        let track: Int
        let report: HierarchyReport
    }

    /// Writes the list to standard output and, in text form, the lines about temporal levels to standard error.
    func write() throws {
        if !asJSON {
            let names = [
                "track", "sample", "offset", "bytes", "decode", "composition", "kind", "depends", "level", "tid", "nal",
            ]
            StandardOutput.write(names.joined(separator: "\t") + "\n")
        }
        for (number, track) in movie.tracks.enumerated() {
            guard let table = track.samples else { continue }
            var checker = checker(of: track)
            let lengths = track.video?.hevc.map { Int($0.lengthByteCount) } ?? NALUnitCursor.lengthByteCount
            var levels = track.temporalLevels?.levels.makeIterator()
            var text = ""
            for sample in table {
                let header = checker == nil ? nil : try read(sample, lengths, into: &checker)
                let level = levels?.next() ?? nil
                if asJSON {
                    try StandardOutput.writeLine(
                        json: Line(
                            track: number + 1,
                            sample: sample,
                            level: level,
                            temporalID: header?.temporalID,
                            nalUnitType: header?.type.rawValue
                        )
                    )
                    continue
                }
                text += fields(of: sample, track: number + 1, level, header).joined(separator: "\t") + "\n"
                if text.utf8.count > 1 << 16 {
                    StandardOutput.write(text)
                    text = ""
                }
            }
            StandardOutput.write(text)
            if let report = checker?.report(), report.accessUnits > 0 { try write(report, track: number + 1) }
        }
    }

    private func fields(
        of sample: SampleTable.Sample,
        track: Int,
        _ level: UInt8?,
        _ header: NALUnitHeader?
    ) -> [String] {
        [
            String(track), String(sample.index), String(sample.offset), String(sample.byteCount),
            String(sample.decodeTick), String(sample.decodeTick &+ Int64(sample.compositionOffset)),
            sample.isSync ? "sync" : "-", sample.dependency.map { String($0) } ?? "-", level.map { String($0) } ?? "-",
            header.map { String($0.temporalID) } ?? "-", header.map { String($0.type.rawValue) } ?? "-",
        ]
    }

    /// A checker that knows the parameter sets of a track; nil if the track is not HEVC.
    private func checker(of track: TrackDescription) -> HierarchyChecker? {
        guard let configuration = track.video?.hevc else { return nil }
        var checker = HierarchyChecker()
        for array in configuration.arrays where (32...34).contains(array.unitType) {
            for unit in array.units { checker.add(parameterSet: unit) }
        }
        return checker
    }

    /// Gives a sample to the checker. Returns the header of its first slice, or nil if none can be read.
    ///
    /// - Parameter lengths: bytes of the length field before each unit.
    private func read(
        _ sample: SampleTable.Sample,
        _ lengths: Int,
        into checker: inout HierarchyChecker?
    ) throws -> NALUnitHeader? {
        // A sample outside of the file is already a finding of the inspection.
        guard sample.offset <= file.byteCount, UInt64(sample.byteCount) <= file.byteCount - sample.offset else {
            return nil
        }
        var bytes = try file.read(at: sample.offset, count: Int(sample.byteCount))
        if lengths != NALUnitCursor.lengthByteCount {
            // A sample that cannot be divided into units stays as it is: the checker reports it.
            bytes = (try? bytes.withRawSpan { try NALUnitFraming.sample($0, withLengthsOf: lengths) }) ?? bytes
        }
        return bytes.withRawSpan { span in
            checker?.add(sample: span)
            // The checker reports a sample that cannot be read.
            return try? NALUnitFraming.firstSlice(ofSample: span)
        }
    }

    private func write(_ report: HierarchyReport, track: Int) throws {
        if asJSON { return try StandardOutput.writeLine(json: Proof(track: track, report: report)) }
        guard report.levels > 1 || !report.findings.isEmpty else { return }
        let cadence = report.isDyadic ? "exact cadence" : "irregular cadence"
        let outcome = report.isProven ? "a proven hierarchy" : counted(report.findingCount, "finding")
        var lines = ["granary: track \(track): \(report.levels) temporal levels, \(outcome), \(cadence)"]
        for level in report.cadence where !level.isExact {
            let breaks = "\(counted(level.breakCount, "distance")) other than \(level.expectedDistance)"
            lines.append("granary:   level \(level.level): \(breaks)")
        }
        for finding in report.findings {
            lines.append("granary:   sample \(finding.accessUnit): \(finding.explanation)")
        }
        StandardError.write(lines.map { $0 + "\n" }.joined())
    }
}
