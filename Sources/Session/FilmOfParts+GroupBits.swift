import Jobs
import Media
import RateControl
import RateModel

/// Targets by another rule than the farm's.
extension FilmOfParts {
    /// What the first part encodes next, with bits for each of its groups that somebody else chose. Throws unless there
    /// is one number for each group, and the goal is a rate.
    ///
    /// - Parameter groupBits: bits of the samples of each group; nil does not encode it.
    package func nextPass(groupBits: [Int?]) throws -> PartAllocation {
        func refusal(_ cause: String) -> SessionError {
            SessionError(.wrongPart, attempted: "set the bits of groups", subject: "part 0", cause: cause)
        }
        let part = parts[0]
        guard case .average = settings.goal else { throw refusal("the goal is not a rate") }
        guard groupBits.count == part.groupCount else {
            throw refusal("\(groupBits.count) numbers were given for \(counted(part.groupCount, "group"))")
        }
        // Those of groups without samples are from the analysis. Only their bits are replaced.
        let planned = allocator.rest(of: film.plan, analysis: film.analysis, results: []).targets
        var targets: [RangeTarget] = []
        for (var target, bits) in zip(planned, groupBits) {
            guard let bits else { continue }
            guard (1...Allocation.mostBits).contains(bits) else { throw refusal("\(bits) bits are not possible") }
            var fed = target.fed ?? FedTarget(bits: bits)
            fed.bits = bits
            if let last = part.notes.encodes[target.range].last {
                (fed.statisticsPass, fed.statisticsScale) = (last.pass, 1)
            }
            target.work = .fed(fed)
            targets.append(target)
        }
        let pass = part.notes.pass + 1
        guard targets.isEmpty || pass <= settings.passes.maximum else { throw refusal("its passes are used up") }
        return PartAllocation(part, Allocation(pass: pass, targets: targets, explanation: "bits of the client's own"))
    }
}
