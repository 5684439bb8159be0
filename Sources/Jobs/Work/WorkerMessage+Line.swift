import Foundation

extension WorkerMessage {
    /// Reads a line of a worker's output; nil if it is not a message.
    package init?(line: String) {
        // The usual other line is one that a codec writes to standard output by mistake. It needs no decoder.
        guard line.first == "{", let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
            return nil
        }
        self = message
    }
}
