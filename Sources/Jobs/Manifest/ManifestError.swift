package import Media

/// Everything that is wrong with a manifest.
package struct ManifestError: ExplainedError, Hashable {
    /// The path that the user gave, or a name that stands for it.
    package var file: String
    /// What is wrong, in the order of the file; at least one.
    package var issues: [ManifestIssue]
    /// The kind of failure: `badInput`, unless the file could not be read at all or the only fault is that the output
    /// cannot be created.
    package var kind: FailureKind
    /// What Granary attempted.
    package var attempted = "create a job from the manifest"

    /// Creates an error. Issues are sorted in the order of the file.
    package init(file: String, issues: [ManifestIssue], kind: FailureKind = .badInput) {
        self.file = file
        self.issues = issues.enumerated().sorted { left, right in
            let (a, b) = (left.element.position, right.element.position)
            return (a?.line ?? 0, a?.column ?? 0, left.offset) < (b?.line ?? 0, b?.column ?? 0, right.offset)
        }.map(\.element)
        self.kind = kind
    }

    /// The file, or `command line` without one.
    package var subject: String { file.isEmpty ? "command line" : file }

    /// All issues, one per line.
    package var cause: String {
        if issues.count == 1, let only = issues.first, only.position == nil, only.key.isEmpty { return only.problem }
        let heading = issues.count == 1 ? "1 error" : "\(issues.count) errors"
        return ([heading] + issues.map { "  " + $0.line(in: file) }).joined(separator: "\n")
    }

    /// The suggestion of an error without a line of its own.
    package var remedy: String {
        if issues.count == 1, let only = issues.first, only.position == nil, only.key.isEmpty { return only.suggestion }
        return ""
    }
}
