package import Yams

/// Reads the nodes of one manifest and collects everything that is wrong, so that all of it is reported at once.
package final class ManifestReader {
    /// Name of the manifest in messages.
    let file: String
    private let keys: KeyTable
    /// What is wrong so far.
    package private(set) var issues: [ManifestIssue] = []
    /// Position of each given key.
    package private(set) var positions: [String: TextPosition] = [:]

    /// Creates a reader without issues.
    package init(file: String, keys: KeyTable = ManifestKeys.table) {
        self.file = file
        self.keys = keys
    }

    /// Reads a document of a format other than the manifest's, YAML or JSON, and collects what is wrong with its keys.
    ///
    /// - Parameters:
    ///   - hint: what such a document starts with, for the error about an empty one.
    ///   - attempted: what is done with the document, for messages.
    /// - Throws: if it is not a document or not a mapping. Other faults are in `issues`.
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

    /// Adds an issue at a node. Of several issues with the same position and key only the first is kept.
    func report(_ node: Node?, _ key: String, _ problem: String, _ suggestion: String = "") {
        let position = node.flatMap(position)
        if position != nil, issues.contains(where: { $0.position == position && $0.key == key }) { return }
        issues.append(ManifestIssue(position: position, key: key, problem: problem, suggestion: suggestion))
    }

    /// Reads a mapping with the keys that the format allows at its path; nil if the node is not a mapping.
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
                report(keyNode, path, "a key must be a word, not \(Self.kind(of: keyNode))")
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
                report(keyNode, keyPath, "has no value", "write a value, or leave the key out for its default")
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
        return "valid keys: \(allowed.joined(separator: ", "))"
    }

    /// How to write a mapping where a single value was given, as in `rate: 4M`.
    private static func mappingSuggestion(of path: String, keys: [String]) -> String {
        guard let name = path.split(separator: ".").last, !keys.isEmpty else { return "" }
        return "write \(name): {\(keys[0]): ...}; its keys: \(keys.joined(separator: ", "))"
    }

    private func position(of node: Node) -> TextPosition? {
        node.mark.map { TextPosition(line: $0.line, column: $0.column) }
    }

    /// A description of a node, for messages.
    static func kind(of node: Node) -> String {
        switch node {
        case .scalar(let scalar): "\"\(scalar.string.prefix(40))\""
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    /// Whether a node is null: empty, `~` or `null`, without quotes.
    private static func isNull(_ node: Node) -> Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }
}
