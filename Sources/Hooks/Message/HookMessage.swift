package import Foundation

/// What a hook gets: one JSON object on one line.
package struct HookMessage: Encodable {
    /// What happened.
    package enum Kind: String, Encodable, Sendable {
        /// There is a film, maybe with findings or missed goals.
        case finished = "film.finished"
        /// There is none.
        case failed = "film.failed"
        /// Nothing: `granary hooks test` sends it.
        case test
    }

    /// The job.
    package struct Job: Encodable {
        /// Its id; nil if its manifest became none.
        package var id: String?
        package var name: String
        /// Name in the user's own system; empty if not given.
        package var externalID: String
        /// Path of its directory; nil if it never had one.
        package var directory: String?
        /// Path of the manifest; nil if the job was continued without one.
        package var manifest: String?

        package init(id: String?, name: String, externalID: String, directory: String?, manifest: String?) {
            self.id = id
            self.name = name
            self.externalID = externalID
            self.directory = directory
            self.manifest = manifest
        }
    }

    /// The film.
    package struct Film: Encodable {
        /// Absolute path.
        package var path: String
        /// In a word, as in the table of several films: `finished`, `missed`, `faulty` or `failed`.
        package var state: String
        /// The exit code of a run that makes only this film.
        package var exitCode: Int32
        /// Size of the file; nil without a film.
        package var byteCount: Int64?
        /// SHA-256 of the file; nil without a film.
        package var sha256: String?
        /// Seconds that it took; nil if it was not begun.
        package var seconds: Double?
        /// Why there is no film; nil if there is one.
        package var failure: String?
        /// All findings of the verification, and all goals that it misses.
        package var findings: [String]

        package init(path: String, state: String, exitCode: Int32) {
            self.path = path
            self.state = state
            self.exitCode = exitCode
            findings = []
        }
    }

    /// Most bytes of a message; a report that makes it longer is left out.
    package static let longestByteCount = 1 << 20

    /// Version of the layout.
    let version = 1
    /// The same in every attempt, so that a receiver can tell a repetition.
    package let id: String
    package let type: Kind
    /// When it happened, in seconds since 1970.
    package let time: Date
    package var job: Job?
    package var film: Film?
    /// Path of the report; nil if there is none.
    package var reportPath: String?
    /// The text of the report.
    package var report: [UInt8]?

    package init(id: String, type: Kind, time: Date, job: Job? = nil, film: Film? = nil) {
        self.id = id
        self.type = type
        self.time = time
        self.job = job
        self.film = film
    }

    private enum CodingKeys: String, CodingKey { case version, id, type, time, job, film, reportPath }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(time.ISO8601Format(), forKey: .time)
        try container.encodeIfPresent(job, forKey: .job)
        try container.encodeIfPresent(film, forKey: .film)
        try container.encodeIfPresent(reportPath, forKey: .reportPath)
    }

    /// The text, without a line end.
    package var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var bytes = [UInt8](try encoder.encode(self))
            // The report is JSON already: it becomes the last key as it is, in one line.
            if let report, let line = Self.oneLine(report), bytes.count + line.count < Self.longestByteCount - 16 {
                bytes = bytes.dropLast() + Array(",\"report\":".utf8) + line + [UInt8(ascii: "}")]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// JSON without the white space around its tokens; nil if it is none.
    private static func oneLine(_ json: [UInt8]) -> [UInt8]? {
        guard json.count <= 16 * longestByteCount, let value = try? JSONSerialization.jsonObject(with: Data(json)),
            value is [String: Any]
        else { return nil }
        var line: [UInt8] = []
        line.reserveCapacity(json.count)
        var (isInString, isEscaped) = (false, false)
        for byte in json {
            if isInString {
                line.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if ![0x20, 0x0A, 0x0D, 0x09].contains(byte) {
                line.append(byte)
                isInString = byte == UInt8(ascii: "\"")
            }
        }
        return line
    }
}
