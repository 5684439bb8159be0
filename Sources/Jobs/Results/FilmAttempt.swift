/// Names of attempts at the mux, and of the files that they write beside a job's output.
///
/// Every attempt has a file of its own, so that a second copy of the unit, slow or killed, touches nothing of the first
/// one's.
package enum FilmAttempt {
    private static let nameLength = 8

    /// A name that no other attempt on any host has: eight digits and small letters.
    package static func newName() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: max(nameLength - digits.count, 0)) + digits.suffix(nameLength)
    }

    /// Whether a text may be the name of an attempt: it cannot lead to another folder.
    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == nameLength
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Name of the file that an attempt writes; without an attempt, of the one that all of them shared before they had
    /// names.
    package static func fileName(_ attempt: String?, output: String, job: String) -> String {
        ".\(output).\(job).\(attempt.map { $0 + "." } ?? "")partial"
    }

    /// Whether a file is named as if an attempt of a job wrote it.
    package static func isFileName(_ name: String, output: String, job: String) -> Bool {
        let (prefix, suffix) = (".\(output).\(job).", "partial")
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count >= prefix.count + suffix.count else {
            return false
        }
        let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
        return middle.isEmpty || middle.last == "." && isName(middle.dropLast())
    }
}
