import Media

extension Allocation {
    /// What is wrong with a decision that cannot be carried out; nil for every decision that a sound rate control makes.
    ///
    /// Looked at before it is published, because it binds from then on.
    func flaw(in job: ResolvedJob) -> FarmError? {
        let isAscending = zip(targets, targets.dropFirst()).allSatisfy { $0.range < $1.range }
        let isSound = targets.allSatisfy { target in
            switch target.rate {
            case .constantRateFactor(let factor): factor.isFinite
            case .average(kilobitsPerSecond: let kilobits): kilobits > 0
            }
        }
        guard isAscending, isSound else {
            return FarmError(
                .invalidDecision,
                attempted: "allocate the bits of pass \(pass), wave \(wave)",
                subject: "job \(job.name)",
                cause: isAscending ? "a target is no rate" : "its ranges are not in film order, each once",
                remedy: "This is a fault of Granary. Please report it with the job directory."
            )
        }
        return nil
    }
}
