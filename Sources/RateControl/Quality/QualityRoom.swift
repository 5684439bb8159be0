import Jobs
import RateModel

/// How much better or worse a range can get when it is encoded again to bring the film's mean to its target.
///
/// All ranges of a film with a target quality have one rate factor, and a lower one where the floor requires it. A
/// range that departs from that further than the film as a whole is visible. This difference, in rate factors, is its
/// deviation. Corrections keep it small.
struct QualityRoom {
    let range: QualityModel.Range
    /// The rate factor that it has, or gets in any case.
    let factor: Double
    /// By how many factors it departs from the film, in the direction in which the film has to be moved.
    let deviation: Double
    private let isTooLow: Bool
    private let model: QualityModel
    /// The highest factor that keeps it above the floor.
    private let highest: Double

    /// The factor of the range at a deviation, in the direction in which the film has to be moved.
    func factor(atDeviation wanted: Double) -> Double {
        let steps = max(wanted - deviation, 0)
        let moved = isTooLow ? factor - steps : min(factor + steps, max(highest, factor))
        return min(max(moved, QualityModel.factors.lowerBound), QualityModel.factors.upperBound)
    }

    /// What moving it to a deviation adds to the film's worth, or takes from it; 0 when it has reached it.
    func gain(atDeviation wanted: Double) -> Double {
        let change = worth(atFactor: factor(atDeviation: wanted)) - worth(atFactor: factor)
        return max((isTooLow ? change : -change) * Double(range.frames), 0)
    }

    private func worth(atFactor factor: Double) -> Double {
        model.scale.worth(model.scale.value(atLevel: model.level(of: range, at: factor)))
    }

    /// The room of every range that is encoded, in film order.
    ///
    /// - Parameters:
    ///   - raised: the factors of ranges that are encoded again because of the floor, by range number.
    ///   - isTooLow: whether the film has to get better.
    static func rooms(
        of model: QualityModel,
        _ raised: [Int: Double],
        _ goal: QualityGoal,
        isTooLow: Bool
    ) -> [QualityRoom] {
        let highest = model.ranges.map { range in
            goal.floor.map { model.factor(of: range, forLevel: model.scale.level($0) + FilmQualityControl.laterMargin) }
                ?? QualityModel.factors.upperBound
        }
        // `index` is the place of a range in the model.
        let common = model.filmFactor(for: goal.target) { range, factor in
            model.level(of: range, at: min(factor, highest[range.index]))
        }
        let encoded = model.ranges.filter { !$0.encodes.isEmpty }
        let factors = encoded.map { raised[$0.index] ?? $0.encodes.last?.factor ?? model.analysisFactor }
        let departures = zip(encoded, factors).map { $1 - min(common, highest[$0.index]) }
        let frames = encoded.reduce(0) { $0 + Double($1.frames) }
        let mean = zip(encoded, departures).reduce(0) { $0 + Double($1.0.frames) * $1.1 } / max(frames, 1)
        return encoded.indices.map { index in
            QualityRoom(
                range: encoded[index],
                factor: factors[index],
                deviation: isTooLow ? mean - departures[index] : departures[index] - mean,
                isTooLow: isTooLow,
                model: model,
                highest: highest[encoded[index].index]
            )
        }
    }
}
