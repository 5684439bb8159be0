package import Yams

/// Parses the text of a manifest into nodes, within limits that hold for any text.
///
/// JSON is read as YAML, of which it is (nearly) a subset. The limits are checked on the text, before the parser builds
/// anything.
package enum YAMLDocument {
    /// Maximum size of a manifest in bytes.
    static let byteLimit = 256 * 1024
    /// Maximum nesting of brackets and of compact block sequences.
    static let depthLimit = 64
    /// Maximum number of aliases (`*name`): with 16 of them no document expands to more than 3^5 times its text.
    static let aliasLimit = 16

    /// The root of the only document in the text.
    ///
    /// - Parameter hint: what such a document starts with, for the error about an empty one.
    package static func root(
        of bytes: [UInt8],
        file: String,
        hint: String = "a manifest starts with apiVersion: \(Manifest.apiVersion)"
    ) throws(ManifestError) -> Node {
        func refusal(_ problem: String, _ suggestion: String = "", at position: TextPosition? = nil) -> ManifestError {
            let issue = ManifestIssue(position: position, key: "", problem: problem, suggestion: suggestion)
            return ManifestError(file: file, issues: [issue])
        }
        guard bytes.count <= byteLimit else {
            throw refusal(
                "a manifest has at most \(byteLimit) bytes, but this file has \(bytes.count)",
                "is it a manifest?"
            )
        }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw refusal("the file is not UTF-8 text", "save it as UTF-8")
        }
        if text.hasPrefix("\u{FEFF}") { text.unicodeScalars.removeFirst() }
        if let problem = TextLimits(text, depth: depthLimit, aliases: aliasLimit).problem { throw refusal(problem) }
        if text.drop(while: \.isWhitespace).hasPrefix("{") { text = joiningSurrogates(in: text) }
        do {
            guard let node = try compose(yaml: text, .default, .default, .utf8) else {
                throw refusal("the file contains no document", hint)
            }
            return node
        } catch let error as ManifestError {
            throw error
        } catch let error as YamlError {
            throw explained(error, refusal)
        } catch {
            throw refusal("\(error)")
        }
    }

    private static func explained(
        _ error: YamlError,
        _ refusal: (String, String, TextPosition?) -> ManifestError
    ) -> ManifestError {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let story = context.map { "\($0.text), \(problem)" } ?? problem
            let usesTab = problem.contains("cannot start any token")
            return refusal(
                "not YAML: \(story)",
                usesTab ? "indent YAML with spaces, not with tabs" : "",
                TextPosition(line: mark.line, column: mark.column)
            )
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map { "\"\($0)\"" }.joined(separator: ", ")
            return refusal(
                "\(keys) given more than once in one mapping",
                "keep one",
                TextPosition(line: context.mark.line, column: context.mark.column)
            )
        case .reader(let problem, _, _, _): return refusal("not YAML: \(problem)", "", nil)
        case .memory: return refusal("the document is nested too deeply", "", nil)
        default: return refusal("not YAML: \(error)", "", nil)
        }
    }

    /// Replaces surrogate pairs such as `\uD83D\uDE00`, which JSON uses for characters outside the basic plane, with
    /// the one escape that YAML knows.
    private static func joiningSurrogates(in text: String) -> String {
        guard text.contains("\\ud") || text.contains("\\uD") else { return text }
        let source = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        func unit(at index: Int) -> UInt32? {
            guard index + 6 <= source.count, source[index] == UInt8(ascii: "\\"), source[index + 1] == UInt8(ascii: "u")
            else { return nil }
            return UInt32(String(decoding: source[index + 2..<index + 6], as: UTF8.self), radix: 16)
        }
        while index < source.count {
            if let high = unit(at: index), (0xD800..<0xDC00).contains(high),
                let low = unit(at: index + 6), (0xDC00..<0xE000).contains(low)
            {
                let scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
                let digits = String(scalar, radix: 16)
                result += Array("\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8)
                index += 12
            } else if source[index] == UInt8(ascii: "\\"), index + 1 < source.count {
                result += source[index...index + 1]
                index += 2
            } else {
                result.append(source[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
