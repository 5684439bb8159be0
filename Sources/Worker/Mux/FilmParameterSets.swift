import HEVC
import Jobs
import Media

/// The common parameter sets of a film whose ranges were encoded separately.
///
/// An MP4 with `hvc1` or `avc1` stores one set, so the ranges must have equal ones. Only tier and level of HEVC may
/// differ: libx265 declares those that the rate of a range needs, and the film declares the highest of them, which is
/// valid for all.
enum FilmParameterSets {
    /// The set that all ranges share. Throws if they differ in more than tier and level.
    static func common(to results: [RangeResult]) throws -> ParameterSets {
        guard let first = results.first else { throw flaw("the film", "it has no ranges") }
        let sets = try results.map { result in
            guard let sets = result.parameterSets else {
                throw flaw("range \(result.range)", "it has no parameter sets")
            }
            return sets
        }
        let declared = sets.allSatisfy { $0.codec == .hevc } ? try withCommonLevel(sets) : sets
        for (result, set) in zip(results, declared) where set != declared[0] {
            throw flaw(
                "range \(result.range)",
                "its parameter sets differ from those of range \(first.range), so one film cannot have both",
                remedy: "Find the option in video.options that depends on the content, and remove it."
            )
        }
        return declared[0]
    }

    /// The sets of HEVC with the highest tier and level of all.
    private static func withCommonLevel(_ sets: [ParameterSets]) throws -> [ParameterSets] {
        let levels = try sets.map { try $0.sps.withRawSpan { try SequenceParameterSet(unit: $0) }.profileTierLevel }
        let isHighTier = levels.contains(where: \.isHighTier)
        let level = levels.reduce(0) { max($0, $1.level) }
        return try sets.map { try $0.declaring(isHighTier: isHighTier, level: level) }
    }

    private static func flaw(_ subject: String, _ cause: String, remedy: String = "") -> WorkError {
        WorkError(.bug, attempted: "stitch the film", subject: subject, cause: cause, remedy: remedy)
    }
}
