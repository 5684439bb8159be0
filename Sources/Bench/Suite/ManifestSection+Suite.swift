import Foundation
import Jobs
import Media

extension ManifestSection {
    /// A required name that can be part of a file name: 1 to 64 letters, digits, dots, dashes and underscores.
    func name(_ key: String) -> String? {
        guard has(key) else {
            report(key, "is missing", "give it a name")
            return nil
        }
        return value(key, expected: "1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first") {
            $0.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._-]{0,63}/#) == nil ? nil : $0
        }
    }

    /// One line of text of at most 200 characters.
    func line(_ key: String) -> String? {
        value(key, expected: "one line of 1 to 200 characters") { text in
            text.isEmpty || text.count > 200 || text.contains(where: \.isNewline) ? nil : text
        }
    }

    /// Values of a list, none of which may be given twice.
    func distinct<Value: Hashable>(_ key: String, expected: String, _ parse: (String) -> Value?) -> [Value]? {
        guard let values = values(key, expected: expected, parse) else { return nil }
        if Set(values).count < values.count { report(key, "has a value twice", "remove one") }
        return values
    }

    /// Rates in bit/s, ascending.
    func rates(_ key: String) -> [Int]? {
        distinct(key, expected: "a rate from 1k to 2000M bit/s, as in 2500k or 2.5M") { Quantity.bitRate($0) }?.sorted()
    }

    /// Rate factors, ascending.
    func factors(_ key: String) -> [Double]? {
        distinct(key, expected: "a rate factor from 0 to 51, as in 21") { text in
            Quantity.number(text).flatMap { (0...51).contains($0) ? $0 : nil }
        }?.sorted()
    }

    /// A path, made absolute: `~` is the user's home, and relative paths are relative to `folder`.
    func path(_ key: String, in folder: String) -> String? {
        value(key, expected: "a path") { Self.path($0, in: folder) }
    }

    /// Absolute paths of a list of paths, or of a single one, that may be relative to a folder; empty if the key is not
    /// given.
    func paths(_ key: String, in folder: String) -> [String] {
        values(key, expected: "a path") { Self.path($0, in: folder) } ?? []
    }

    private static func path(_ text: String, in folder: String) -> String? {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        if text == "~" || text.hasPrefix("~/") {
            return FileManager.default.homeDirectoryForCurrentUser.path + text.dropFirst()
        }
        return URL(filePath: text, relativeTo: URL(filePath: folder, directoryHint: .isDirectory))
            .standardizedFileURL.path
    }
}
