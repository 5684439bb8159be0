import Foundation
import JobDocuments
package import Jobs
package import Media

/// Everything there is to say about a job: `report.json`, and the facts of `report.html`.
///
/// It is made from published documents alone, so it can be made again at any time, and for a job that failed on the
/// way: what is not there yet is nil or empty.
package struct FilmReport: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// The resolved job: every setting, and each "auto" with its reason.
    package var job: ResolvedJob
    /// The probed source.
    package var source: SourceDescription
    /// The passes, first one first.
    package var passes: [PassReport]
    /// What each stage took, in the order of the work.
    package var stages: [StageReport]
    /// What held the workers; nil of jobs of builds that confined none.
    package var sandbox: [SandboxReport]?
    /// The ranges in film order.
    package var ranges: [RangeReport]
    /// What they add up to.
    package var totals: FilmTotals
    /// How good the film is at which rate; nil where that is not known of every range.
    package var curves: RateDistortion?
    /// What becomes of the decoder's buffer over the ranges; nil without bounds, and until every range is encoded.
    package var buffer: BufferPassage?
    /// How bright the film says that it is; nil when it says nothing.
    package var light: LightReport?
    /// Why the passes ended; empty until they have.
    package var conclusion: String
    /// What the source holds and the film does not, one line each.
    package var notCarried: [String]
    /// What is odd about its colour, its light and its pictures, one line each.
    package var warnings: [String]
    /// What of the source could not be read and is not in the film, one line each; nil when there is nothing.
    package var missing: [String]?
    /// Frames of the film that are not what was recorded, as the source is damaged there, in order; nil without any.
    package var damage: [DamagedFrame]?
    /// The muxed film; nil until there is one.
    package var mux: MuxResult?
    /// What the verification found; nil before the mux.
    package var verification: VerificationReport?
    /// The film under its final name; nil until it has it.
    package var finished: FinishedFilm?
    /// Seconds from the start of the run that finished the job to its end; nil when nobody measured them.
    package var wallSeconds: Double?
    /// Why the job failed; nil when it did not.
    package var failure: String?

    /// The document as JSON with sorted keys; what is not finite, as the PSNR of equal pictures, is `"inf"`.
    ///
    /// - Parameter epoch: number of the lease that it is written under, if any.
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
