package import Media

extension ResolvedJob {
    /// What every range is encoded with and the film declares: the settings of the job, and the light levels that the
    /// scout measured for its plan.
    package func encoderSettings(_ plan: Plan) -> EncoderSettings {
        var settings = encoder
        if measuresLight == true { settings.contentLight = plan.light?.contentLight }
        settings.metadataBitsPerPicture = plan.dynamicMetadata?.largestBits ?? 0
        return settings
    }

    /// True if the film is decoded once before it is planned: for its scene cuts, for its light, or, in the scout's
    /// conclusion, for its dynamic HDR metadata, the table of its colours or its stills.
    package var needsScout: Bool {
        ranges.sceneCuts || measuresLight == true || dynamicMetadata != nil || colours != nil || stills != nil
    }

    /// True if the scout measures how the light of each picture is distributed: for HDR10+, or for the peak of a film
    /// whose colours are converted.
    package var measuresDistribution: Bool {
        keptMetadata.measuresHDR10Plus || (colours ?? []).contains(where: \.dependsOnPeak)
    }

    /// True if the dynamic HDR metadata is what the job keeps, or the job keeps none.
    package func hasMetadata(_ metadata: FilmMetadata?) -> Bool { (metadata != nil) == (dynamicMetadata != nil) }

    /// True if the measured light levels are all that the job needs.
    package func isMeasured(_ light: MeasuredLight?) -> Bool { light != nil || measuresLight != true }
}
