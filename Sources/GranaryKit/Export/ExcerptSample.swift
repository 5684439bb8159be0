import Intake
import Jobs
import Media
import Session
import Simulation

/// Encodes excerpts of a film in this process, to estimate the bits of a film without an average rate.
struct ExcerptSample {
    /// What the excerpts showed.
    struct Findings {
        /// Number of excerpts.
        let count: Int
        /// Estimated bits of the film's video.
        let videoBits: Double
        /// How far the bits may differ from that, as a fraction.
        let uncertainty: Double
    }

    private let source: SourceDescription
    private let job: ResolvedJob
    private let checkCancellation: () throws -> Void

    init(_ resolved: ExportResolution, _ checkCancellation: @escaping () throws -> Void) {
        (source, job) = (resolved.source, resolved.job)
        self.checkCancellation = checkCancellation
    }

    /// Encodes the excerpts; nil for an average rate, which needs none, and for a film that takes too long.
    func measure() throws -> Findings? {
        if case .average = job.rate { return nil }
        let excerpts = ExcerptPlan(job: job, source: source, workers: 1).excerpts
        guard !excerpts.isEmpty else { return nil }
        let reader = try translating {
            let output = PictureConversion(of: source.video, for: job.encoder, shown: job.shownSize)
            return try FilmReader(source: source, output: output)
        }
        let bitsPerFrame = try excerpts.map { frames in
            Double(try bits(of: frames, from: reader)) / Double(frames.count)
        }
        let mean = bitsPerFrame.reduce(0, +) / Double(bitsPerFrame.count)
        return Findings(
            count: excerpts.count,
            videoBits: mean * Double(source.video.timeline.count),
            uncertainty: ExcerptFindings.uncertainty(of: bitsPerFrame)
        )
    }

    /// Bits of some frames in a single pass. For a quality it uses the rate factor that is likely to reach it.
    private func bits(of frames: Range<Int>, from reader: FilmReader) throws -> Int {
        var properties = CompressionProperties(job)
        properties.maximumPasses = 1
        let session = try CompressionSession(properties)
        try session.beginPass()
        var bits = 0
        let pictures = try translating { try reader.pictures(in: frames) }
        while let picture = try translating({ try pictures.next() }) {
            try checkCancellation()
            try session.encode(Picture(picture)) { bits += $0.bytes.count * 8 }
        }
        _ = try session.endPass { bits += $0.bytes.count * 8 }
        return bits
    }
}
