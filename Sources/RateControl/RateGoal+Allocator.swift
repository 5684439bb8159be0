package import Jobs
package import Media
import RateModel

extension RateGoal {
    /// The rate of an encoder that encodes the film in a single pass.
    package func singlePassRate(_ encoder: EncoderSettings) -> RateTarget {
        if case .average(let bitsPerSecond) = self {
            return .average(kilobitsPerSecond: FedRate.kilobits(Double(bitsPerSecond)))
        }
        return .constantRateFactor(analysisRateFactor(encoder))
    }

    /// The rate control of a film with this goal: for a target quality or for all other goals.
    ///
    /// - Parameters:
    ///   - optimized: the metric that an average rate is optimised for; nil for `balanced`.
    ///   - timeline: when each frame is presented.
    ///   - analysisUse: when the film is analysed before its encode.
    package func allocator(
        limits: PassLimits,
        encoder: EncoderSettings,
        optimized: QualityMetric? = nil,
        timeline: FrameTimeline,
        analysisUse: AnalysisUse = .always
    ) -> any FilmAllocating {
        if case .quality(let goal) = self {
            let buffer = FilmBuffer(encoder.buffer, timeline: timeline)
            return FilmQualityControl(
                goal: goal,
                limits: limits,
                speed: encoder.speed,
                buffer: buffer
            )
        }
        return FilmRateControl(
            self,
            limits: limits,
            encoder: encoder,
            optimized: optimized,
            timeline: timeline,
            analysisUse: analysisUse
        )
    }
}

extension ResolvedJob {
    /// The rate control of the film.
    package func allocator(
        for source: SourceDescription,
        analysisUse: AnalysisUse = .inFilmsOfFewRanges
    ) -> any FilmAllocating {
        rate.allocator(
            limits: passes,
            encoder: encoder,
            optimized: optimize,
            timeline: source.video.timeline,
            analysisUse: analysisUse
        )
    }
}
