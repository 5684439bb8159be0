/// Who coordinates a job: the content of the lock file in its directory.
package struct LeaseHolder: Hashable, Sendable, Codable {
    /// Process id on its machine.
    package var processID: Int32
    /// Name of the machine.
    package var host: String
    /// Start time, as ISO 8601 in UTC.
    package var start: String

    /// Creates a value.
    package init(processID: Int32, host: String, start: String) {
        self.processID = processID
        self.host = host
        self.start = start
    }
}

extension LeaseHolder: CustomStringConvertible {
    /// As in `process 4711 on encoder-3, since 2026-01-02T03:04:05Z`.
    package var description: String { "process \(processID) on \(host), since \(start)" }
}
