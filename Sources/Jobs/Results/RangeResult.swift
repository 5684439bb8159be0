package import Media
package import Platform
package import RateModel
package import Storage

/// The result of one pass over one range: `passes/NNNN/range-NNNNN.json`, published last and never replaced.
///
/// It alone decides what work is done: files that it names and that match their checksums are done. Everything else is
/// done again.
package struct RangeResult: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1
    /// More frames than any film has: 51 days at 240 frames a second.
    package static let mostFrames = 1 << 30
    /// Maximum size of a frame in bits: MP4 has 32 bits for the size of a sample in bytes. Sums over a film fit into 64
    /// bits.
    package static let mostBitsOfFrame = 1 << 35

    /// Version of the layout.
    package var version: Int
    /// Id of the job.
    package var job: String
    /// Index of the range.
    package var range: Int
    /// Number of the pass, from 1.
    package var pass: Int
    /// Frames of the film that were encoded.
    package var frames: Range<Int>
    /// The multi-pass storage, in the folder of the pass.
    package var storage: PublishedFile?
    /// The frame silo, in the folder of the pass; nil for an analysis.
    package var silo: PublishedFile?
    /// Parameter sets of the stream, which are the same for every range; nil for an analysis.
    package var parameterSets: ParameterSets?
    /// Bits of all samples, without dynamic HDR metadata (`Plan.dynamicMetadata`).
    package var bits: Int
    /// Bits of each access unit in decode order without dynamic HDR metadata, if a buffer limits the film. Parameter
    /// sets are counted before each
    /// IDR picture, as in a byte stream. For an analysis, the values of its statistics. Nil for any other film.
    package var unitBits: [Int]?
    /// Target in bits, if the film has a budget.
    package var targetBits: Int?
    /// Frames whose pictures are wrong because the source is damaged there; nil without any.
    package var damage: [DamagedFrame]?
    /// Distortion against the source; nil for an analysis that did not measure.
    package var quality: RangeQuality?
    /// The quality of single frames; nil for an analysis.
    package var figures: FrameFigures?
    /// Bits that the range is predicted to take at each quantiser, from the statistics of this pass.
    package var rateCurve: RateCurve?
    /// Time ranges for which the encoder requests another pass; empty if it met its target.
    package var furtherPasses: [TimeRange]
    /// x265's resolved options, as written into its statistics.
    package var optionsLine: String
    /// Cost of the unit.
    package var cost: WorkCost
    /// Name of the machine.
    package var host: String
    /// Number of the attempt that succeeded, from 1.
    package var attempt: Int

    /// Creates a result.
    package init(
        job: String,
        range: Int,
        pass: Int,
        frames: Range<Int>,
        storage: PublishedFile?,
        silo: PublishedFile?,
        parameterSets: ParameterSets?,
        bits: Int,
        unitBits: [Int]? = nil,
        targetBits: Int?,
        damage: [DamagedFrame]? = nil,
        quality: RangeQuality?,
        figures: FrameFigures? = nil,
        rateCurve: RateCurve? = nil,
        furtherPasses: [TimeRange],
        optionsLine: String,
        cost: WorkCost,
        host: String,
        attempt: Int
    ) {
        version = Self.currentVersion
        self.job = job
        self.range = range
        self.pass = pass
        self.frames = frames
        self.storage = storage
        self.silo = silo
        self.parameterSets = parameterSets
        self.bits = bits
        self.unitBits = unitBits
        self.targetBits = targetBits
        self.damage = damage
        self.quality = quality
        self.figures = figures
        self.rateCurve = rateCurve
        self.furtherPasses = furtherPasses
        self.optionsLine = optionsLine
        self.cost = cost
        self.host = host
        self.attempt = attempt
    }

    /// What is known of a range before any pass: the bits that it is likely to take.
    package init(expecting curve: RateCurve, ofRange range: Int, frames: Range<Int>, job: String) {
        self.init(
            job: job,
            range: range,
            pass: 0,
            frames: frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: 0,
            targetBits: nil,
            quality: nil,
            rateCurve: curve,
            furtherPasses: [],
            optionsLine: "",
            cost: WorkCost(cpuSeconds: 0, wallSeconds: 0, maximumResidentBytes: 0),
            host: "",
            attempt: 0
        )
    }
}
