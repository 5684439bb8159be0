/// Measures the distances of the pictures of each level in output order, in bounded memory.
struct CadenceMeter: Sendable {
    /// The distances of one level and those below it. The number of levels, and so the expected distance, is known only
    /// at the end.
    private struct Level: Sendable {
        var pictures = 0
        var last: Int?
        var distances: [Int: Tally] = [:]
        /// Distances beyond the first `differentDistances`.
        var rest = Tally()
    }

    private struct Tally: Sendable {
        var count = 0
        var first: [LevelCadence.Break] = []

        mutating func add(_ place: LevelCadence.Break) {
            count += 1
            if first.count < CadenceMeter.breaksKept { first.append(place) }
        }
    }

    private static let breaksKept = 8
    private static let differentDistances = 32

    private var levels = [Level](repeating: Level(), count: 7)
    private var position = 0

    /// Takes the next picture in output order.
    mutating func add(_ picture: OutputOrder.Picture) {
        for level in Int(picture.temporalID)..<levels.count {
            levels[level].pictures += 1
            if let last = levels[level].last {
                let place = LevelCadence.Break(
                    accessUnit: picture.accessUnit,
                    orderCount: picture.orderCount,
                    position: position,
                    distance: position - last
                )
                if levels[level].distances.count < CadenceMeter.differentDistances
                    || levels[level].distances[place.distance] != nil
                {
                    levels[level].distances[place.distance, default: Tally()].add(place)
                } else {
                    levels[level].rest.add(place)
                }
            }
            levels[level].last = position
        }
        position += 1
    }

    /// The cadence of each of `count` levels, the lowest first.
    func cadence(levels count: Int) -> [LevelCadence] {
        (0..<count).map { index in
            let level = levels[index]
            let expected = 1 << (count - 1 - index)
            var others = level.distances.filter { $0.key != expected }.map(\.value)
            others.append(level.rest)
            let breaks = others.flatMap(\.first).sorted { $0.position < $1.position }
            return LevelCadence(
                level: index,
                pictures: level.pictures,
                expectedDistance: expected,
                distances: level.distances.sorted { $0.key < $1.key }
                    .map { LevelCadence.Distance(length: $0.key, count: $0.value.count) },
                breakCount: others.reduce(0) { $0 + $1.count },
                breaks: Array(breaks.prefix(CadenceMeter.breaksKept))
            )
        }
    }
}
