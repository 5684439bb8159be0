import Encoding
import Foundation
import Media
import Storage
import TestSupport

/// The result of one pass over one range of a synthetic film.
struct EncodedRange {
    let samples: [EncodedSample]
    let records: [FrameRecord]
    let storage: MultiPassStorage
    let parameterSets: ParameterSets?
    let bits: Int
    let optionsLine: String

    /// Encodes frames of a film in one pass, in subfolders of the test's folder.
    static func encode(
        _ film: SyntheticFilm,
        frames: Range<Int>,
        pass: EncodingPass,
        settings: EncoderSettings,
        analysis: MultiPassStorage? = nil,
        statistics: MultiPassStorage? = nil
    ) throws -> EncodedRange {
        let folder = TemporaryFolder.current.path
        let storage = try MultiPassStorage.create(
            at: "\(folder)/\(UUID().uuidString).multipass",
            identity: identity(film, frames)
        )
        let fed = try analysis.map {
            try RangeAnalysis(
                statistics ?? $0,
                cutree: statistics == nil ? nil : $0,
                frames: frames,
                settings: settings
            )
        }
        let encoder = try RangeEncoder(
            settings,
            firstFrame: frames.lowerBound,
            count: frames.count,
            pass: pass,
            analysis: fed,
            scratchFolder: folder,
            keep: storage.append
        )
        var samples: [EncodedSample] = []
        for frame in frames { try encoder.encode(film.picture(frame)) { samples.append($0) } }
        try encoder.finish { samples.append($0) }
        if let options = encoder.optionsLine { try storage.setEncoderOptions(options) }
        var records: [FrameRecord] = []
        try storage.forEachRecord(in: nil) { records.append($0) }
        return EncodedRange(
            samples: samples,
            records: records,
            storage: storage,
            parameterSets: encoder.parameterSets,
            bits: encoder.bits,
            optionsLine: encoder.optionsLine ?? ""
        )
    }

    /// A copy of this range's storage with changed records.
    func storage(changing change: (inout FrameRecord) -> Void) throws -> MultiPassStorage {
        let copy = try MultiPassStorage.create(
            at: "\(TemporaryFolder.current.path)/\(UUID().uuidString).multipass",
            identity: storage.identity
        )
        for record in records {
            var record = record
            change(&record)
            try copy.append(record)
        }
        try copy.setEncoderOptions(optionsLine)
        return copy
    }

    private static func identity(_ film: SyntheticFilm, _ frames: Range<Int>) -> StoreIdentity {
        StoreIdentity(
            jobHash: "job",
            sourceHash: "source",
            granaryBuild: "test",
            encoderBuild: X265Library.buildName,
            readerBuild: "synthetic",
            range: 0,
            pass: 1,
            frames: frames,
            timeRange: film.timeline.timeRange(of: frames),
            encoderOptions: ""
        )
    }
}

extension SyntheticFilm {
    /// Settings that fit the film.
    func settings(speed: String = "medium", options: [String: String] = [:]) -> EncoderSettings {
        EncoderSettings(
            size: size,
            format: format,
            frameRate: timeline.averageRate,
            speed: speed,
            keyFrameInterval: 240,
            options: options
        )
    }
}
