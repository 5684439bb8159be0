import Jobs
import Media
import Platform
import RateModel
import Storage

extension RangeResult {
    /// The result of the analysis for a part of the film, as if an encoder of its own had analysed it.
    ///
    /// - Parameter records: those of its frames, numbered in the film, in presentation order.
    init(analysisOf range: PlannedRange, _ records: [FrameRecord], _ optionsLine: String, _ settings: SessionSettings) {
        let statistics = records.map { record in
            var statistics = record.writtenStatistics
            statistics.frame -= range.frames.lowerBound
            statistics.encodeOrder -= range.frames.lowerBound
            return statistics
        }
        let measured = records.compactMap(\.quality)
        var quality: RangeQuality?
        if let first = measured.first, measured.count == records.count {
            let sum = measured.dropFirst().reduce(first) { $0.adding($1) }
            quality = RangeQuality(sum: sum, frameCount: measured.count)
        }
        self.init(
            job: "",
            range: range.index,
            pass: 1,
            frames: range.frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: statistics.reduce(0) { $0 + $1.bits },
            unitBits: settings.encoder.buffer == nil
                ? nil : statistics.sorted { $0.encodeOrder < $1.encodeOrder }.map(\.bits),
            targetBits: nil,
            quality: quality,
            rateCurve: RateCurve(
                statistics,
                optionsLine: optionsLine,
                frameSeconds: settings.encoder.frameRate.frameDuration.seconds
            ),
            furtherPasses: [],
            optionsLine: optionsLine,
            cost: WorkCost(cpuSeconds: 0, wallSeconds: 0, maximumResidentBytes: 0),
            host: "",
            attempt: 1
        )
    }
}
