/// Names of attempts at the mux, and of the files that they write next to the output of a job.
///
/// Every attempt has its own file. So a second copy of the unit, whether slow or killed, never touches the file of the
/// first.
package enum FilmAttempt {
    private static let nameLength = 8

    /// A name that no other attempt on any host has: eight characters, digits and small letters.
    package static func newName() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: max(nameLength - digits.count, 0)) + digits.suffix(nameLength)
    }

    /// Whether a text is a valid name of an attempt. Such a name cannot lead to another folder.
    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == nameLength
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Name of the file that an attempt writes. For nil, the name that all attempts shared before attempts had names.
    package static func fileName(_ attempt: String?, output: String, job: String) -> String {
        ".\(output).\(job).\(attempt.map { $0 + "." } ?? "")partial"
    }

    /// Whether a file name is that of an attempt of the given job.
    package static func isFileName(_ name: String, output: String, job: String) -> Bool {
        let (prefix, suffix) = (".\(output).\(job).", "partial")
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count >= prefix.count + suffix.count else {
            return false
        }
        let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
        return middle.isEmpty || middle.last == "." && isName(middle.dropLast())
    }
}
