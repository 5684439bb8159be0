/// What became of a still that a job wants. A still that could not be made is a warning; the film is made all the same.
package struct StillFinding: Hashable, Sendable, Codable {
    /// Absolute path of the file.
    package var path: String
    /// Number of its frame in the film; nil if there is no still.
    package var frame: Int?
    /// Why it is that frame, or why there is no still.
    package var reason: String

    /// Creates a finding.
    package init(path: String, frame: Int?, reason: String) {
        self.path = path
        self.frame = frame
        self.reason = reason
    }

    /// A line for people.
    package var words: String {
        frame.map { "still \(path): frame \($0), \(reason)" } ?? "there is no still \(path): \(reason)"
    }
}
