import Foundation
import Testing

/// `.ci/skips.txt` against the reasons that tests give, so that a reason in other words is noticed at once, and not in
/// the first clone without clips.
@Suite("The list of tests that may skip in the gate")
struct SkipListTests {
    /// A condition of a test or suite.
    private struct Condition: CustomStringConvertible {
        let file: String
        /// Its source text, from the parenthesis on.
        let text: String
        /// The last string literal among its arguments.
        let reason: String?

        var description: String { "\(file): \(text)" }
    }

    /// Conditions that Scripts/setup cannot make true.
    private static let hopeless = ["SharedMedia.", "MemoryDisk.", "geteuid()", "SumUnit.available", "mostLevels"]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("each of its lines is for a reason that a test gives")
    func lines() throws {
        let reasons = try Self.conditions().compactMap(\.reason)
        for line in try Self.lines() {
            let pattern = try Self.pattern(of: line)
            #expect(reasons.contains { $0.contains(pattern) }, "no test skips for this: \(line)")
        }
    }

    @Test("every condition has a reason, and the list has those that a set-up cannot fulfil")
    func reasons() throws {
        let patterns = try Self.lines().map(Self.pattern(of:))
        let conditions = try Self.conditions()
        for condition in conditions {
            #expect(condition.reason != nil, "a condition without a reason: \(condition)")
            let isHopeless = Self.hopeless.contains(where: condition.text.contains)
            guard isHopeless, let reason = condition.reason else { continue }
            #expect(patterns.contains { reason.contains($0) }, "the list does not have it: \(condition)")
        }
        for word in Self.hopeless {
            #expect(conditions.contains { $0.text.contains(word) }, "no condition has \(word)")
        }
    }

    /// The lines without comments, as `.ci/skipped` takes them.
    private static func lines() throws -> [Substring] {
        try String(contentsOf: root.appending(path: ".ci/skips.txt"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().filter { !$0.hasPrefix("#") }
    }

    /// What comes before two spaces. An empty one would accept every skip.
    private static func pattern(of line: Substring) throws -> Regex<AnyRegexOutput> {
        let end = try #require(line.firstRange(of: "  "), "there is no word on why: '\(line)'").lowerBound
        try #require(end > line.startIndex, "there is no reason: '\(line)'")
        return try Regex(String(line[..<end]))
    }

    private static func conditions() throws -> [Condition] {
        let folder = root.appending(path: "Tests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var found: [Condition] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for trait in ["enabled", "disabled"] {
                for start in text.ranges(of: ".\(trait)(") {
                    let (text, reason) = arguments(text[start.upperBound...])
                    found.append(Condition(file: file.lastPathComponent, text: text, reason: reason))
                }
            }
        }
        return found
    }

    /// The arguments of a call up to its parenthesis, and the last of them that is a string literal.
    private static func arguments(_ text: Substring) -> (text: String, reason: String?) {
        var depth = 1
        var literal: String?
        var reason: String?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if let soFar = literal {
                switch character {
                case "\\": index = text.index(after: index)
                case "\"":
                    reason = depth == 1 ? soFar : reason
                    literal = nil
                default: literal = soFar + String(character)
                }
            } else {
                switch character {
                case "\"": literal = ""
                case "(": depth += 1
                case ")": depth -= 1
                default: break
                }
                if depth == 0 { break }
            }
            index = text.index(after: index)
        }
        return (String(text[..<index]), reason)
    }
}
