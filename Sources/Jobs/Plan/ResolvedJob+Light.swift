package import Media

extension ResolvedJob {
    /// What every range is encoded with and the film declares: the settings of the job, the light levels that the scout
    /// measured for its plan, and the threads for its number of ranges.
    package func encoderSettings(_ plan: Plan) -> EncoderSettings {
        var settings = encoder
        settings.rowThreads = rowThreads(rangeCount: plan.ranges.count)
        if measuresLight == true { settings.contentLight = plan.light?.contentLight }
        settings.metadataBitsPerPicture = plan.dynamicMetadata?.largestBits ?? 0
        return settings
    }

    /// Threads that encode the rows of a picture; nil for one thread without `wpp` (Decisions/0082).
    ///
    /// A film of one range has one encoder at a time: with one thread, the other cores would wait. With a buffer, what
    /// libx265 does in a row depends on how far the other rows are. libx264 has no such rows.
    private func rowThreads(rangeCount: Int) -> Int? {
        guard rangeCount == 1, isExcerpt != true, encoder.buffer == nil, encoder.codec == .hevc else { return nil }
        return 2
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
