package import Media

extension ResolvedJob {
    /// What every range is encoded with and the film declares: the settings of the job, and the light levels that the
    /// scout measured for its plan.
    package func encoderSettings(_ plan: Plan) -> EncoderSettings {
        var settings = encoder
        if measuresLight == true { settings.contentLight = plan.light?.contentLight }
        return settings
    }

    /// True if the film is decoded once before it is planned: for its scene cuts or for its light levels.
    package var needsScout: Bool { ranges.sceneCuts || measuresLight == true }

    /// True if the measured light levels are all that the job needs.
    package func isMeasured(_ light: MeasuredLight?) -> Bool { light != nil || measuresLight != true }
}
