import Jobs

/// In which order the manifests of a batch begin: the highest priority first, then as given. It is a value that starts
/// nothing.
///
/// A manifest that makes a film which another one makes or reads begins when that one has ended: then the result is the
/// same as of both one after the other.
struct BatchOrder {
    /// The files of a manifest, as far as they matter for the order.
    private struct Entry {
        let priority: Int
        let sources: Set<String>
        let outputs: Set<String>

        /// Whether this one, given later, has to wait for another one.
        func follows(_ earlier: Entry) -> Bool {
            !outputs.isDisjoint(with: earlier.outputs) || !sources.isDisjoint(with: earlier.outputs)
                || !outputs.isDisjoint(with: earlier.sources)
        }
    }

    private let entries: [Entry]
    /// Those that have not begun, in the order of their beginning.
    private(set) var waiting: [Int]
    private var ended: Set<Int> = []

    /// Creates the order of manifests, which are known by their index.
    init(_ manifests: [Manifest]) {
        let entries = manifests.map { manifest in
            Entry(
                priority: manifest.priority,
                sources: Set(manifest.films.map(\.path) + [manifest.source]),
                outputs: Set(manifest.furtherOutputs.map(\.path) + [manifest.output])
            )
        }
        self.entries = entries
        waiting = entries.indices.sorted { (entries[$1].priority, $0) < (entries[$0].priority, $1) }
    }

    /// Removes and returns the next manifest that can begin; nil if there is none now.
    mutating func next() -> Int? {
        let place = waiting.firstIndex { index in
            entries[..<index].indices.allSatisfy { ended.contains($0) || !entries[index].follows(entries[$0]) }
        }
        return place.map { waiting.remove(at: $0) }
    }

    /// Notes that a manifest has ended.
    mutating func end(_ index: Int) { ended.insert(index) }

    /// Removes and returns all that have not begun.
    mutating func giveUp() -> [Int] {
        defer { waiting = [] }
        return waiting
    }
}
