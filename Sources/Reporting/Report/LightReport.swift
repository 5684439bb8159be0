import Jobs
package import Media

/// The light levels that a film declares, and their origin.
package struct LightReport: Hashable, Sendable, Codable {
    /// The levels that the film declares.
    package var levels: ContentLight
    /// The measurement of the scout, with the brightest frames; nil when it did not measure.
    package var measured: MeasuredLight?
    /// The difference between the levels of source and film; nil when they agree or the source has none.
    package var disagreement: String?

    /// Reports a planned job; nil when its film declares no levels.
    init?(job: ResolvedJob, source: SourceDescription, plan: Plan) {
        guard let levels = job.encoderSettings(plan).contentLight else { return nil }
        self.levels = levels
        measured = job.measuresLight == true ? plan.light : nil
        if let declared = source.video.contentLight, declared.isKnown, declared != levels {
            disagreement =
                "light levels: the source declares \(Self.words(declared)), the film declares \(Self.words(levels)), "
                + (measured == nil ? "as requested" : "as measured in the scout")
        }
    }

    /// The levels in words, with the places of the maxima when they were measured.
    func words(_ timeline: FrameTimeline) -> String {
        guard let measured else { return Self.words(levels) }
        func place(_ frame: Int) -> String {
            (0..<timeline.count).contains(frame) ? Figure.timestamp(timeline.time(of: frame).seconds) : "frame \(frame)"
        }
        return Self.words(levels)
            + ", measured at \(place(measured.maximumFrame)) and \(place(measured.averageFrame))"
    }

    private static func words(_ levels: ContentLight) -> String {
        "MaxCLL \(levels.maximumContentLightLevel) and MaxFALL \(levels.maximumFrameAverageLightLevel) cd/m²"
    }
}
