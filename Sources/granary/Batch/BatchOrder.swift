import Jobs

/// The manifests of a command line, in the order in which they begin: the highest priority first, then as given.
///
/// A manifest that makes a film which another one makes or reads begins when that one has ended: then the result is the
/// same as of both one after the other.
struct BatchOrder: BatchSupply {
    private let manifests: [Manifest]
    private let files: [FilmFiles]
    /// Those that have not begun, in the order of their beginning.
    private var waiting: [Int]
    private var ended: Set<Int> = []

    /// Creates the order of manifests, whose numbers are their indices.
    init(_ manifests: [Manifest]) {
        self.manifests = manifests
        files = manifests.map { manifest in
            FilmFiles(
                sources: Set(manifest.films.map(\.path) + [manifest.source]),
                outputs: Set(manifest.furtherOutputs.map(\.path) + [manifest.output])
            )
        }
        waiting = manifests.indices.sorted { (manifests[$1].priority, $0) < (manifests[$0].priority, $1) }
    }

    var waitingCount: Int { waiting.count }
    var isOpen: Bool { !waiting.isEmpty }
    var interval: Duration? { nil }
    var exitCodes: [Int32] { [] }

    mutating func next() -> BatchItem? {
        let place = waiting.firstIndex { index in
            (0..<index).allSatisfy { ended.contains($0) || !files[index].follows(files[$0]) }
        }
        return place.map { item(waiting.remove(at: $0)) }
    }

    mutating func end(_ item: BatchItem, _ endings: [FilmEnding]) { ended.insert(item.number) }

    mutating func giveUp() -> [BatchItem] {
        defer { waiting = [] }
        return waiting.map(item)
    }

    private func item(_ index: Int) -> BatchItem { BatchItem(number: index, manifest: manifests[index]) }
}
