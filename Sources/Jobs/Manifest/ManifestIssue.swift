/// One thing that is wrong with a manifest.
package struct ManifestIssue: Hashable, Sendable, Codable {
    /// Its position; nil if the job was not read from a file.
    package var position: TextPosition?
    /// Path of the key at fault, as in `video.rate.average`; empty for the document as a whole.
    package var key: String
    /// What is wrong, and what was expected.
    package var problem: String
    /// What to write instead; empty if there is nothing useful to say.
    package var suggestion: String

    /// Creates an issue.
    package init(position: TextPosition?, key: String, problem: String, suggestion: String = "") {
        self.position = position
        self.key = key
        self.problem = problem
        self.suggestion = suggestion
    }

    /// One line as compilers print it: `film.yaml:7:9: video.speed: ... (suggestion)`.
    package func line(in file: String) -> String {
        let place = position.map { "\(file):\($0.line):\($0.column): " } ?? (file.isEmpty ? "" : "\(file): ")
        let path = key.isEmpty ? "" : "\(key): "
        return place + path + problem + (suggestion.isEmpty ? "" : " (\(suggestion))")
    }
}
