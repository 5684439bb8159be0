import Jobs
package import Media

/// How bright a film says that it is, and how that is known.
package struct LightReport: Hashable, Sendable, Codable {
    /// The levels that the film carries.
    package var levels: ContentLight
    /// What the scout measured, with the frames that are as bright; nil when it did not measure.
    package var measured: MeasuredLight?
    /// What the source says in other words than the film; nil when it agrees or says nothing.
    package var disagreement: String?

    /// Tells of a planned job; nil when its film carries no levels.
    init?(job: ResolvedJob, source: SourceDescription, plan: Plan) {
        guard let levels = job.encoderSettings(plan).contentLight else { return nil }
        self.levels = levels
        measured = job.measuresLight == true ? plan.light : nil
        if let declared = source.video.contentLight, declared.isKnown, declared != levels {
            disagreement =
                "light levels: the source says \(Self.words(declared)), the film says \(Self.words(levels)), "
                + (measured == nil ? "as asked for" : "as measured in the scout")
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
