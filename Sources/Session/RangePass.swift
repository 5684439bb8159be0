package import Encoding
package import Jobs
package import Media
package import Platform
import RateModel
package import Storage

/// One pass over one range, from the target that its rate control set to its result.
///
/// The farm's workers and `CompressionSession` run the same passes. Not for use from several threads.
package final class RangePass {
    /// The target.
    package let target: RangeTarget
    /// The encoder, which takes the pictures.
    package let encoder: RangeEncoder

    private let frames: Range<Int>
    private let collected: Collected

    /// Statistics of the frames so far. A class, because the encoder's closure adds to them.
    private final class Collected {
        var statistics: [FrameStatistics] = []
    }

    /// Opens the encoder.
    ///
    /// - Parameters:
    ///   - frames: the range, in frames of the film.
    ///   - analysis: what earlier passes learned about the range; required for a `.fed` target.
    ///   - measuresDistortion: true also measures an analysis, for goals in a metric.
    ///   - usesWideVectors: whether an analysis may use 512-bit vectors.
    ///   - scratchFolder: a folder for small files on machines without shared memory.
    ///   - memoryFolder: the folder for them in shared memory.
    ///   - keep: takes what was learned about each frame, which is numbered within the range.
    package init(
        _ target: RangeTarget,
        frames: Range<Int>,
        settings: EncoderSettings,
        analysis: RangeAnalysis? = nil,
        measuresDistortion: Bool = false,
        usesWideVectors: Bool = true,
        scratchFolder: String = "/tmp",
        memoryFolder: String = "/dev/shm",
        keep: @escaping (FrameRecord) throws -> Void
    ) throws {
        let collected = Collected()
        var pass = EncodingPass(target, analysis, settings)
        if measuresDistortion { pass.measuresDistortion = true }
        pass.usesWideVectors = usesWideVectors
        encoder = try RangeEncoder(
            settings,
            firstFrame: frames.lowerBound,
            count: frames.count,
            pass: pass,
            analysis: analysis,
            scratchFolder: scratchFolder,
            memoryFolder: memoryFolder
        ) { record in
            collected.statistics.append(record.writtenStatistics)
            try keep(record)
        }
        self.target = target
        self.frames = frames
        self.collected = collected
    }

    /// Mean distortion of the pass, without metrics that the encoder lacks; nil when it did not measure.
    package var quality: RangeQuality? {
        encoder.quality.map { RangeQuality(sum: $0, frameCount: frames.count) }
    }

    /// The result of the pass after its encoder has finished, without the files that a farm publishes with it.
    ///
    /// - Parameters:
    ///   - quality: the mean distortion, with other metrics if they were measured.
    ///   - pass: number of the pass, from 1.
    package func result(
        of range: PlannedRange,
        pass: Int,
        quality: RangeQuality?,
        job: String = "",
        cost: WorkCost = WorkCost(cpuSeconds: 0, wallSeconds: 0, maximumResidentBytes: 0),
        host: String = "",
        attempt: Int = 1
    ) -> RangeResult {
        let isAnalysis = target.role == .analysis
        let statistics = collected.statistics.sorted { $0.frame < $1.frame }
        let optionsLine = encoder.optionsLine ?? ""
        return RangeResult(
            job: job,
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: nil,
            silo: nil,
            parameterSets: isAnalysis ? nil : encoder.parameterSets,
            bits: isAnalysis ? statistics.reduce(0) { $0 + $1.bits } : encoder.bits,
            unitBits: unitBits(statistics, isAnalysis: isAnalysis),
            targetBits: target.targetBits,
            quality: quality,
            rateCurve: RateCurve(
                statistics,
                optionsLine: optionsLine,
                frameSeconds: encoder.settings.frameRate.frameDuration.seconds
            ),
            furtherPasses: target.isMissed(bits: encoder.bits, quality: quality) ? [range.timeRange] : [],
            optionsLine: optionsLine,
            cost: cost,
            host: host,
            attempt: attempt
        )
    }

    /// Bits of each access unit in decode order; nil for a film without buffer limits.
    private func unitBits(_ statistics: [FrameStatistics], isAnalysis: Bool) -> [Int]? {
        guard encoder.settings.buffer != nil else { return nil }
        guard isAnalysis else { return encoder.unitBits }
        return statistics.sorted { $0.encodeOrder < $1.encodeOrder }.map(\.bits)
    }
}

extension EncodingPass {
    private static let ignoredRateFactor = 28.0

    /// The pass that an allocation asks for. A fed pass gets the rate at which its encoder comes to the range's bits,
    /// or quantisers if the target says so.
    ///
    /// - Parameter analysis: what a fed pass is fed with. Without it the encoder refuses to start.
    init(_ target: RangeTarget, _ analysis: RangeAnalysis?, _ settings: EncoderSettings) {
        switch target.work {
        case .analysis(let factor):
            self.init(role: .analysis, rate: .constantRateFactor(factor), bufferStart: target.bufferStart)
        case .alone(let rate, expectedBits: _):
            self.init(role: .alone, rate: rate, bufferStart: target.bufferStart)
        case .fed(let fed):
            let bits = fed.aimBits ?? fed.bits
            let seconds = settings.frameRate.frameDuration.seconds
            if fed.keepsQuantizers, settings.canKeepQuantizers, let analysis {
                let kept = FedQuantizers(
                    analysis.statistics,
                    optionsLine: analysis.optionsLine,
                    frameSeconds: seconds
                ).hundredths(landingOn: bits)
                // libx265 ignores the rate factor.
                self.init(role: .fed, rate: .constantRateFactor(EncodingPass.ignoredRateFactor))
                quantizerHundredths = kept
                return
            }
            let kilobits = analysis.map { analysis in
                FedRate(
                    analysis.statistics,
                    scale: fed.statisticsScale,
                    areOfEncode: fed.statisticsPass > 1,
                    optionsLine: analysis.optionsLine,
                    frameSeconds: seconds
                ).kilobitsPerSecond(landingOn: bits)
            }
            self.init(
                role: .fed,
                rate: .average(kilobitsPerSecond: kilobits ?? 1),
                statisticsScale: fed.statisticsScale,
                bufferStart: target.bufferStart
            )
        }
    }
}

extension RangeQuality {
    /// The means of what the encoder measured.
    ///
    /// - Parameter sum: over all frames.
    init(sum: FrameQuality, frameCount: Int) {
        let mean = sum.divided(by: frameCount)
        self.init(
            psnrY: mean.psnrY,
            psnrU: mean.psnrU,
            psnrV: mean.psnrV,
            ssim: mean.ssim,
            frameCount: frameCount
        )
    }
}
