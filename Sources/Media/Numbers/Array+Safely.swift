extension Array {
    /// The element at an index, or nil beyond the ends.
    package subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
