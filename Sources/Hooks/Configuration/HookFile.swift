import Foundation
package import Jobs
import Media
import Platform

/// The operator's hooks, and where messages wait for them: the contents of `hooks.yaml`.
package struct HookFile: Hashable, Sendable {
    /// The file that is read without another choice.
    package static let standardPath = "/etc/granary/hooks.yaml"
    /// Keys of the file.
    package static let keys = KeyTable([
        ("", ["hooks", "outbox"]),
        ("hooks[]", ["name", "command", "url", "secret", "timeLimit", "giveUpAfter"]),
    ])

    /// Absolute path of the file.
    package let path: String
    /// The hooks, whose names differ.
    package private(set) var hooks: [Hook] = []
    /// Absolute path of the folder of messages; nil for that of the user.
    package private(set) var outbox: String?

    /// The hook of a name; nil if there is none.
    package func hook(_ name: String) -> Hook? { hooks.first { $0.name == name } }

    /// Reads the file. Nil if there is none.
    ///
    /// - Throws: a `ManifestError` if others than its owner may write to it, if it cannot be read, and for every
    ///   mistake in it, with line and column.
    package init?(at path: String) throws(ManifestError) {
        let bytes: [UInt8]
        do {
            bytes = try GuardedFile.bytes(of: path, isSecret: false, longest: 256 << 10)
        } catch {
            switch error {
            case .missing: return nil
            case .refused(let cause, let remedy):
                let issue = ManifestIssue(position: nil, key: "", problem: cause, suggestion: remedy)
                throw Self.failure(path, [issue], .inputOutput)
            }
        }
        try self.init(parsing: bytes, path: path)
    }

    /// Reads the text of a file.
    package init(parsing bytes: [UInt8], path: String) throws(ManifestError) {
        self.path = path
        // A file with only comments is valid: a site may start with one.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        if lines.allSatisfy({ $0.drop(while: \.isWhitespace).first ?? "#" == "#" }) { return }
        let document = try ManifestReader.document(
            of: bytes,
            file: path,
            keys: Self.keys,
            hint: "it begins with hooks:",
            attempted: "read the hooks"
        )
        outbox = document.value("outbox", expected: "the absolute path of a folder", Self.path)
        for section in document.sections("hooks") ?? [] {
            guard let hook = Self.hook(section) else { continue }
            if self.hook(hook.name) != nil { section.report("name", "is the name of another hook, too") }
            hooks.append(hook)
        }
        let issues = document.reader.issues
        guard issues.isEmpty else { throw Self.failure(path, issues, .badInput) }
    }

    private static func failure(_ path: String, _ issues: [ManifestIssue], _ kind: FailureKind) -> ManifestError {
        var error = ManifestError(file: path, issues: issues, kind: kind)
        error.attempted = "read the hooks"
        return error
    }

    private static func hook(_ section: ManifestSection) -> Hook? {
        let name = section.value("name", expected: Manifest.hookNameForm) { Manifest.isHookName($0) ? $0 : nil }
        if !section.has("name") { section.report("name", "is missing", "write the name that manifests use") }
        let seconds = section.seconds("timeLimit", in: 1...3600) ?? 30
        let patience = section.seconds("giveUpAfter", in: 1...30 * 86400) ?? 86400
        guard let action = action(section), let name else { return nil }
        return Hook(name: name, action: action, timeLimitSeconds: seconds, giveUpSeconds: patience)
    }

    private static func action(_ section: ManifestSection) -> Hook.Action? {
        guard section.has("command") != section.has("url") else {
            section.report("command", "a hook has either a command or a url", "write command: [/path/to/program]")
            return nil
        }
        if section.has("command") {
            if section.has("secret") { section.report("secret", "is only for a url", "leave it out") }
            // A single word is a program without arguments.
            let words = section.values("command", expected: "a list of words") { $0.utf8.contains(0) ? nil : $0 }
            guard let words, let program = words.first else { return nil }
            guard program.hasPrefix("/") else {
                section.report("command", "the path of its program must be absolute", "write [/path/to/program, ...]")
                return nil
            }
            return .command(words)
        }
        let url = section.value("url", expected: "an http or https address without user and password") {
            Hook.isAddress($0) ? $0 : nil
        }
        guard section.has("secret") else {
            section.report("secret", "is missing", "write the path of a file with the key of the signature")
            return nil
        }
        let secret = section.value("secret", expected: "the absolute path of a file", Self.path)
        guard let url, let secret else { return nil }
        return .webhook(url: url, secret: secret)
    }

    private static func path(_ text: String) -> String? {
        text.hasPrefix("/") && text.utf8.count < 4096 && !text.utf8.contains(0) ? text : nil
    }
}

extension ManifestSection {
    /// A time of whole seconds within bounds.
    fileprivate func seconds(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
        let expected = "a time from \(bounds.lowerBound)s to \(bounds.upperBound)s, as in 30s or 10m"
        return value(key, expected: expected) { text in
            guard let time = Quantity.time(text), bounds.contains(Int(time.seconds)) else { return nil }
            return Int(time.seconds)
        }
    }
}
