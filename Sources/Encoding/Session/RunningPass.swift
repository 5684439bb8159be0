import HEVC
import Storage

/// A pass between `beginPass` and `endPass`.
final class RunningPass {
    /// What is known of a frame before its line of statistics appears.
    struct Outcome {
        /// nil in a pass that does not measure.
        var quality: FrameQuality?
        /// nil in an analysis, whose samples are thrown away.
        var bits: Int?
    }

    let pass: EncodingPass
    /// What the slice headers of this pass are read with.
    let sliceContext: SliceHeader.Context
    /// nil once the encoder was closed.
    var encoder: X265Encoder?
    var picturesIn = 0
    var picturesOut = 0
    private(set) var statisticsOut = 0
    /// Place in decode order of the last IDR picture.
    var periodStart = 0
    /// Outcomes by display order within the range, until their statistics arrive: a lookahead's worth.
    var outcomes: [Int: Outcome] = [:]

    /// Held so that it outlives the encoder, which renames files in it when it closes.
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

    /// x265's options line, once it was written.
    var options: String? { tail.options }

    /// Hands over the frames whose statistics are complete.
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
