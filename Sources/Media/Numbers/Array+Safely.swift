extension Array {
    /// The element at an index, or nil beyond the ends.
    package subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Array where Element: Hashable {
    /// Each element once, where it is first.
    package var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
