import HEVC
import Storage

/// A pass between `beginPass` and `endPass`.
final class RunningPass {
    /// The known facts about a frame before its line of statistics appears.
    struct Outcome {
        /// nil in a pass that does not measure.
        var quality: FrameQuality?
        /// nil in an analysis, whose samples are discarded.
        var bits: Int?
    }

    let pass: EncodingPass
    /// The parameter sets for reading the slice headers of this pass.
    let sliceContext: SliceHeader.Context
    /// nil after the encoder was closed.
    var encoder: X265Encoder?
    var picturesIn = 0
    var picturesOut = 0
    private(set) var statisticsOut = 0
    /// Position of the last IDR picture in decode order.
    var periodStart = 0
    /// Results by display order within the range, until their statistics arrive: as many as the lookahead.
    var outcomes: [Int: Outcome] = [:]

    /// Kept so that it outlives the encoder, which renames files in it when it closes.
    private let folder: StatisticsFolder
    private let tail: StatisticsTail

    init(
        pass: EncodingPass,
        folder: StatisticsFolder,
        encoder: X265Encoder,
        tail: StatisticsTail,
        sliceContext: SliceHeader.Context
    ) {
        self.sliceContext = sliceContext
        self.pass = pass
        self.folder = folder
        self.encoder = encoder
        self.tail = tail
    }

    /// x265's options line, after it was written.
    var options: String? { tail.options }

    /// Returns the frames whose statistics are complete.
    func drain(_ body: (FrameStatistics, [UInt8]?) throws -> Void) throws {
        var failure: (any Error)?
        try tail.drain { statistics, cutree throws(EncodingError) in
            guard failure == nil else { return }
            do {
                try body(statistics, cutree)
                statisticsOut += 1
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
