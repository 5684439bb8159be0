import Foundation
import JobDocuments
package import Jobs
package import Media

/// The full report of a job: `report.json`, and the content of `report.html`.
///
/// It is made from published documents alone. So it can be made again at any time, and also for a job that failed:
/// parts that do not exist yet are nil or empty.
package struct FilmReport: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// The resolved job: every setting, and each "auto" with its reason.
    package var job: ResolvedJob
    /// The probed source.
    package var source: SourceDescription
    /// The passes, in order.
    package var passes: [PassReport]
    /// Time and memory of each stage, in the order of the work.
    package var stages: [StageReport]
    /// The sandboxes of the workers; nil in jobs of builds without a sandbox.
    package var sandbox: [SandboxReport]?
    /// The ranges in film order.
    package var ranges: [RangeReport]
    /// The sums over the ranges.
    package var totals: FilmTotals
    /// The quality of the film at each rate; nil where that is not known for every range.
    package var curves: RateDistortion?
    /// The fullness of the decoder's buffer over the ranges; nil without bounds, and until every range is encoded.
    package var buffer: BufferPassage?
    /// The light levels that the film declares; nil when it declares none.
    package var light: LightReport?
    /// The dynamic HDR metadata that the film keeps; nil when it keeps none.
    package var dynamicMetadata: FilmMetadata?
    /// Why the passes ended; empty until they have.
    package var conclusion: String
    /// The content of the source that is not in the film, one line each.
    package var notCarried: [String]
    /// Anomalies of colour, light and pictures, one line each.
    package var warnings: [String]
    /// Parts of the source that could not be read and are not in the film, one line each; nil when there are none.
    package var missing: [String]?
    /// Frames of the film that are wrong because the source is damaged there, in order; nil without any.
    package var damage: [DamagedFrame]?
    /// The muxed film; nil until there is one.
    package var mux: MuxResult?
    /// The findings of the verification; nil before the mux.
    package var verification: VerificationReport?
    /// The film under its final name; nil until it has that name.
    package var finished: FinishedFilm?
    /// The further films of a job of several, in the order of the manifest; nil for a job of one film.
    package var furtherOutputs: [OutputReport]?
    /// Seconds from the start to the end of the run that finished the job; nil when they were not measured.
    package var wallSeconds: Double?
    /// Why the job failed; nil when it did not.
    package var failure: String?

    /// The document as JSON with sorted keys. Infinite numbers, as the PSNR of equal pictures, are written as `"inf"`.
    ///
    /// - Parameter epoch: number of the lease under which it is written, if any.
    package func document(underLease epoch: Int? = nil) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return [UInt8](try encoder.encode(StampedDocument(document: self, epoch: epoch))) + [UInt8(ascii: "\n")]
    }

    /// Reads what `document()` wrote.
    package init(document: [UInt8]) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        self = try decoder.decode(FilmReport.self, from: Data(document))
    }
}
