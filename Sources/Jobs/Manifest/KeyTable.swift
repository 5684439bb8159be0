/// The keys of a format, mapping by mapping.
package struct KeyTable: Sendable {
    /// Keys by the path of the mapping that holds them, in the order of the documentation; the document's own is empty,
    /// and that of the mappings in a list ends in `[]`, as in `clips[]`.
    private let sections: [(path: String, keys: [String])]

    /// Creates a table.
    package init(_ sections: [(path: String, keys: [String])]) { self.sections = sections }

    /// The path of every key, as in `video.rate.average` and `clips[].name`.
    package var all: [String] {
        sections.flatMap { section in section.keys.map { section.path.isEmpty ? $0 : "\(section.path).\($0)" } }
    }

    /// The keys that a mapping may hold; `clips[3]` is one of `clips[]`.
    func keys(in path: String) -> [String] {
        let plain = path.replacing(#/\[[0-9]+\]/#, with: "[]")
        return sections.first { $0.path == plain }?.keys ?? []
    }
}
