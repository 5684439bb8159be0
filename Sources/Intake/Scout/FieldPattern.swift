package import Media

/// Decides from the signs of a whole film where it is interlaced or telecined: a pure function.
///
/// One picture proves nothing. Interlaced stretches are half seconds in which there are at least as many combed
/// pictures of one order as progressive ones. Telecined stretches have the cadence of 3:2 pulldown: of five pictures
/// one repeats its upper field, and the picture two or three after it repeats its lower field.
package enum FieldPattern {
    /// Pictures per window in which signs of interlacing are counted.
    private static let window = 12
    /// Fewest of those that must show it.
    private static let leastCombed = 4
    /// Pictures per cadence.
    private static let cadence = 5
    /// Cadences per window.
    private static let cadences = 4
    /// Fewest of the eight repeated fields of these cadences that must be in their places.
    private static let leastRepeated = 6

    /// The stretches of a film, in order; none for a progressive one.
    ///
    /// - Parameter signs: of all frames of the film, in order.
    package static func stretches(in signs: [FieldSign]) -> [FieldStretch] {
        let telecined = merged(telecinedWindows(signs), .telecined, signs)
        var rest = signs
        for stretch in telecined {
            for frame in stretch.frames { rest[frame] = .unclear }
        }
        return (telecined + merged(interlacedWindows(rest), .interlaced, rest))
            .sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    }

    /// Windows in which combed pictures of one order prevail: from the first to the last of them in each window.
    private static func interlacedWindows(_ signs: [FieldSign]) -> [Range<Int>] {
        stride(from: 0, to: max(signs.count - leastCombed, 0), by: leastCombed).compactMap { start in
            let window = start..<min(start + window, signs.count)
            func count(_ sign: FieldSign) -> Int { window.count { signs[$0] == sign } }
            let (top, bottom, progressive) = (count(.topFirst), count(.bottomFirst), count(.progressive))
            let (most, least) = (max(top, bottom), min(top, bottom))
            guard most >= leastCombed, most >= progressive, most >= least * leastCombed else { return nil }
            let order: FieldSign = top > bottom ? .topFirst : .bottomFirst
            let frames = window.filter { signs[$0] == order }
            return frames.first.flatMap { first in frames.last.map { first..<$0 + 1 } }
        }
    }

    /// Windows in which repeated fields have the cadence and hardly any are elsewhere.
    private static func telecinedWindows(_ signs: [FieldSign]) -> [Range<Int>] {
        let length = cadence * cadences
        return stride(from: 0, through: signs.count - length, by: cadence).compactMap { start in
            let window = signs[start..<start + length]
            let all = window.count { $0 == .topRepeated || $0 == .bottomRepeated }
            let fits = (0..<cadence).contains { phase in
                [2, 3].contains { distance in
                    let hits = window.indices.count { index in
                        let place = (index - start) % cadence
                        return place == phase && signs[index] == .topRepeated
                            || place == (phase + distance) % cadence && signs[index] == .bottomRepeated
                    }
                    return hits >= leastRepeated && all - hits <= 1
                }
            }
            return fits ? start..<start + length : nil
        }
    }

    /// Joins windows that overlap, or between which hardly any picture is progressive, as in still scenes.
    private static func merged(
        _ windows: [Range<Int>],
        _ kind: FieldStretch.Kind,
        _ signs: [FieldSign]
    ) -> [FieldStretch] {
        windows.reduce(into: []) { stretches, window in
            guard let last = stretches.last?.frames else { return stretches.append(.init(kind: kind, frames: window)) }
            let gap = last.upperBound..<max(window.lowerBound, last.upperBound)
            if gap.count(where: { signs[$0] == .progressive }) * 2 <= gap.count {
                stretches[stretches.count - 1].frames = last.lowerBound..<max(window.upperBound, last.upperBound)
            } else {
                stretches.append(.init(kind: kind, frames: window))
            }
        }
    }
}
