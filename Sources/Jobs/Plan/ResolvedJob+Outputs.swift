import Media

/// Several films of one source: each is a job of its own, with the times, ranges and key frames of the first one.
extension ResolvedJob {
    /// This job, which makes the first of several films, with its scout measuring for the others as far as it can.
    package func leading(_ others: [ResolvedJob]) -> ResolvedJob {
        guard !others.isEmpty else { return self }
        var job = self
        job.furtherOutputs = others.map(\.id)
        var needs = ScoutNeeds()
        for other in others where canScout(for: other) {
            if other.measuresDistribution, !measuresDistribution { needs.measuresDistribution = true }
            if Pipeline(other).hasScoutEncode, !Pipeline(self).hasScoutEncode, needs.rate == nil {
                needs.rate = other.rate
            }
        }
        job.scoutNeeds = needs == ScoutNeeds() ? nil : needs
        return job
    }

    /// Whether the scout of this job sees the pictures whose light another film of the same source needs. If not, that
    /// film has a scout of its own.
    package func canScout(for other: ResolvedJob) -> Bool {
        guard needsScout else { return false }
        if other.measuresLight == true {
            guard measuresLight == true, colours == other.colours, encoder.colour == other.encoder.colour,
                colours == nil || encoder.size == other.encoder.size && encoder.format == other.encoder.format
            else { return false }
        }
        guard other.measuresDistribution, colours != other.colours else { return true }
        // The light of all pictures is measured in the colours of this film, which are those of the source.
        return colours == nil && (other.colours ?? []).allSatisfy { $0.source.isAlike(to: encoder.colour) }
    }

    /// Whether the scout measures how the light of each picture is distributed, for this film or another one.
    package var scoutsDistribution: Bool { measuresDistribution || scoutNeeds?.measuresDistribution == true }

    /// The goal for which the scout encodes parts of the film roughly.
    package var scoutRate: RateGoal { scoutNeeds?.rate ?? rate }
}

extension ScoutResult {
    /// The same measurements as the result of another job over the same source; nil if they lack what it needs.
    package func adopted(by job: ResolvedJob) -> ScoutResult? {
        var result = self
        result.job = job.id
        if job.measuresLight != true { result.light = nil }
        if !job.measuresDistribution { result.lightDistributions = nil }
        if !Pipeline(job).hasScoutEncode { result.scoutBits = nil }
        if !job.measuresSharpness { result.sharpness = nil }
        guard job.isMeasured(result.light), !job.measuresSharpness || result.sharpness != nil,
            !job.measuresDistribution || result.lightDistributions != nil,
            !Pipeline(job).hasScoutEncode || result.scoutBits != nil
        else { return nil }
        return result
    }
}
