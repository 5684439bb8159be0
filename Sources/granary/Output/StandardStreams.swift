import Foundation
import Glibc
import Media

/// Where results go: text, JSON documents, NDJSON events.
enum StandardOutput {
    /// Writes lines of text for people; control characters become visible text. The process ends if the reader of a
    /// pipe is gone, as for any other tool, and with an error message if the disk is full.
    static func write(_ text: String) { write(document: PlainText.lines(text)) }

    /// Writes a document for programs as it is.
    static func write(document text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            StandardError.write("granary: could not write to standard output: \(error.localizedDescription)\n")
            exit(FailureKind.inputOutput.rawValue)
        }
    }

    /// Writes one JSON document with sorted keys.
    static func write(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        write(document: String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
    }

    /// Writes one line of NDJSON with sorted keys.
    static func writeLine(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(document: String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
    }
}

/// Where everything else goes: progress, warnings, errors.
enum StandardError {
    /// Writes lines of text for people; control characters become visible text. Returns false if it cannot be written,
    /// as on a full disk: this must not end the program.
    @discardableResult static func write(_ text: String) -> Bool { put(PlainText.lines(text)) }

    /// Writes text with Granary's own sequences for the terminal.
    static func write(terminal text: TerminalText) { put(text.text) }

    @discardableResult private static func put(_ text: String) -> Bool {
        do {
            try FileHandle.standardError.write(contentsOf: Data(text.utf8))
            return true
        } catch {
            return false
        }
    }

    /// Appends everything from now on to a file, also what codecs write. Creates the file if it does not exist.
    static func redirect(to path: String) throws {
        // Safe: the path is lent for the call only.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, dup2(file, STDERR_FILENO) >= 0 else {
            throw FileFailure(
                kind: .inputOutput,
                attempted: "open the log of a work unit",
                subject: path,
                cause: unsafe String(cString: strerror(errno)),
                remedy: "make the folder writable and run the job again: it continues where it stopped"
            )
        }
    }
}
