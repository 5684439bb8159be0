/// The keys of a format, mapping by mapping.
package struct KeyTable: Sendable {
    /// Keys by the path of their mapping, in the order of the documentation. The path of the document itself is empty.
    /// The path of the mappings in a list ends in `[]`, as in `clips[]`.
    private let sections: [(path: String, keys: [String])]

    /// Creates a table.
    package init(_ sections: [(path: String, keys: [String])]) { self.sections = sections }

    /// The path of every key, as in `video.rate.average` and `clips[].name`.
    package var all: [String] {
        sections.flatMap { section in section.keys.map { section.path.isEmpty ? $0 : "\(section.path).\($0)" } }
    }

    /// The valid keys of a mapping; `clips[3]` has those of `clips[]`.
    func keys(in path: String) -> [String] {
        let plain = path.replacing(#/\[[0-9]+\]/#, with: "[]")
        return sections.first { $0.path == plain }?.keys ?? []
    }
}
