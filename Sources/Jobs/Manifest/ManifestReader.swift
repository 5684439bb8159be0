package import Yams

/// Walks the nodes of one manifest and gathers everything that is wrong, so that all of it is said at once.
package final class ManifestReader {
    /// What messages call the manifest.
    let file: String
    private let keys: KeyTable
    /// What is wrong so far.
    package private(set) var issues: [ManifestIssue] = []
    /// Where each given key stands.
    package private(set) var positions: [String: TextPosition] = [:]

    /// Starts with nothing found.
    package init(file: String, keys: KeyTable = ManifestKeys.table) {
        self.file = file
        self.keys = keys
    }

    /// Reads a document of a format that is not the manifest's, YAML or JSON, and gathers what is wrong with its keys.
    ///
    /// - Parameters:
    ///   - hint: what such a document starts with, for one that is empty.
    ///   - attempted: what is done with it, for messages.
    /// - Throws: when it is no document at all, or no mapping; else what is wrong is in `issues`.
    package static func document(
        of bytes: [UInt8],
        file: String,
        keys: KeyTable,
        hint: String,
        attempted: String
    ) throws(ManifestError) -> ManifestSection {
        let reader = ManifestReader(file: file, keys: keys)
        do throws(ManifestError) {
            let root = try YAMLDocument.root(of: bytes, file: file, hint: hint)
            guard let document = reader.section(root, at: "") else {
                throw ManifestError(file: file, issues: reader.issues)
            }
            return document
        } catch {
            var failure = error
            failure.attempted = attempted
            throw failure
        }
    }

    /// Notes something wrong at a node; of several things wrong with one value the first is enough.
    func report(_ node: Node?, _ key: String, _ problem: String, _ suggestion: String = "") {
        let position = node.flatMap(position)
        if position != nil, issues.contains(where: { $0.position == position && $0.key == key }) { return }
        issues.append(ManifestIssue(position: position, key: key, problem: problem, suggestion: suggestion))
    }

    /// Reads a mapping that may hold some keys of the format and no others; nil when the node is no mapping.
    package func section(_ node: Node, at path: String) -> ManifestSection? {
        guard case .mapping(let mapping) = node else {
            report(
                node,
                path,
                "expected a mapping of keys to values, found \(Self.kind(of: node))",
                Self.mappingSuggestion(of: path, keys: keys.keys(in: path))
            )
            return nil
        }
        let allowed = keys.keys(in: path)
        var values: [String: Node] = [:]
        for (keyNode, value) in mapping {
            guard case .scalar(let scalar) = keyNode else {
                report(keyNode, path, "a key is a word, not \(Self.kind(of: keyNode))")
                continue
            }
            let key = scalar.string
            let keyPath = path.isEmpty ? key : "\(path).\(key)"
            positions[keyPath] = position(of: keyNode)
            guard allowed.contains(key) else {
                report(keyNode, keyPath, "unknown key", suggestion(for: key, allowed: allowed, in: path))
                continue
            }
            if Self.isNull(value) {
                report(keyNode, keyPath, "has no value", "write one, or leave the key out for its default")
                continue
            }
            values[key] = value
        }
        return ManifestSection(reader: self, path: path, node: node, values: values)
    }

    private func suggestion(for key: String, allowed: [String], in path: String) -> String {
        if key == "<<" { return "merge keys are not part of the format; repeat the keys" }
        if let near = NearMiss.of(key, among: allowed) { return "did you mean \"\(near)\"?" }
        if let home = keys.all.first(where: { $0.split(separator: ".").last.map(String.init) == key }) {
            return "did you mean \(home)?"
        }
        return "known here: \(allowed.joined(separator: ", "))"
    }

    /// How a mapping is written that a single value stands in the place of, as in `rate: 4M`.
    private static func mappingSuggestion(of path: String, keys: [String]) -> String {
        guard let name = path.split(separator: ".").last, !keys.isEmpty else { return "" }
        return "write \(name): {\(keys[0]): ...}; known there: \(keys.joined(separator: ", "))"
    }

    private func position(of node: Node) -> TextPosition? {
        node.mark.map { TextPosition(line: $0.line, column: $0.column) }
    }

    /// What a node is, for messages.
    static func kind(of node: Node) -> String {
        switch node {
        case .scalar(let scalar): "\"\(scalar.string.prefix(40))\""
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    /// Whether a node says nothing: empty, `~` or `null`, without quotes.
    private static func isNull(_ node: Node) -> Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }
}
