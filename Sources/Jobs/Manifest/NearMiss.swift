/// Finds the word that a mistyped word probably means.
package enum NearMiss {
    /// The candidate nearest to a word, if it is near enough to be suggested.
    package static func of(_ word: String, among candidates: some Sequence<String>) -> String? {
        guard word.count <= 64 else { return nil }
        let plain = simplified(word)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(plain, simplified(candidate))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, min(plain.count, best.candidate.count) / 3) else { return nil }
        return best.candidate
    }

    /// Lower case without hyphens, underscores and spaces: `key-frame_interval` and `keyFrameInterval` are the same.
    private static func simplified(_ word: String) -> [Character] {
        word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Number of edits (insert, delete, replace, swap of neighbours) that turn one word into the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var before: [Int] = []
        var previous = Array(0...right.count)
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                var cost = min(
                    previous[j] + 1,
                    row[j - 1] + 1,
                    previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                )
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    cost = min(cost, before[j - 2] + 1)
                }
                row.append(cost)
            }
            (before, previous) = (previous, row)
        }
        return previous[right.count]
    }
}
