import Foundation

extension WorkerMessage {
    /// Reads a line of a worker; nil when it is none of its messages, whatever it is.
    package init?(line: String) {
        // A codec that writes to standard output by mistake is the usual case: no decoder needs to be asked.
        guard line.first == "{", let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
            return nil
        }
        self = message
    }
}
