import Yams

extension ManifestSection {
    /// The mapping of a key; nil if the key is not given or its value is not a mapping.
    package func section(_ key: String) -> ManifestSection? {
        self[key].flatMap { reader.section($0, at: keyPath(key)) }
    }

    /// The mappings in the list of a key, without elements that are not mappings; nil if the key is not given or its
    /// value is not a list.
    package func sections(_ key: String) -> [ManifestSection]? {
        list(key, of: "mappings").map { nodes in
            nodes.enumerated().compactMap { index, node in reader.section(node, at: "\(keyPath(key))[\(index)]") }
        }
    }

    /// The values in the list of a key, or its only value if it is not a list. Unexpected values are reported and left
    /// out. Nil if the key is not given or its list is empty.
    package func values<Value>(_ key: String, expected: String, _ parse: (String) -> Value?) -> [Value]? {
        guard let node = self[key] else { return nil }
        if case .scalar = node { return value(key, expected: expected, parse).map { [$0] } }
        return list(key, of: "values").map { nodes in
            nodes.enumerated().compactMap { index, node in
                let text: String? = if case .scalar(let scalar) = node { scalar.string } else { nil }
                if let value = text.flatMap(parse) { return value }
                let place = "\(keyPath(key))[\(index)]"
                reader.report(node, place, "expected \(expected), found \(ManifestReader.kind(of: node))")
                return nil
            }
        }
    }

    /// The lists of words in the list of a key, such as commands; nil if the key is not given.
    package func wordLists(_ key: String) -> [[String]]? {
        list(key, of: "commands").map { nodes in
            nodes.enumerated().compactMap { index, node in
                guard case .sequence(let sequence) = node, !sequence.isEmpty else {
                    let found = ManifestReader.kind(of: node)
                    let problem = "expected a list of words, found \(found)"
                    reader.report(node, "\(keyPath(key))[\(index)]", problem, "write [program, first, second]")
                    return nil
                }
                return sequence.compactMap { word in
                    if case .scalar(let scalar) = word { return scalar.string }
                    let found = ManifestReader.kind(of: word)
                    reader.report(word, "\(keyPath(key))[\(index)]", "expected a word, found \(found)")
                    return nil
                }
            }
        }
    }

    private func list(_ key: String, of what: String) -> [Node]? {
        guard let node = self[key] else { return nil }
        guard case .sequence(let sequence) = node else {
            report(key, "expected a list of \(what), found \(ManifestReader.kind(of: node))")
            return nil
        }
        guard !sequence.isEmpty else {
            report(key, "is empty", "write at least one, or leave the key out")
            return nil
        }
        return Array(sequence)
    }
}
