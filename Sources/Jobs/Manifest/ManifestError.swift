package import Media

/// Everything that is wrong with a manifest, at once.
package struct ManifestError: ExplainedError, Hashable {
    /// The file as the user named it, or what stands for it.
    package var file: String
    /// What is wrong, in the order of the file; at least one.
    package var issues: [ManifestIssue]
    /// The sort of failure: `badInput` unless the file could not be read at all, or nothing is wrong but that the
    /// output cannot be created.
    package var kind: FailureKind
    /// What Granary was doing.
    package var attempted = "make a job of the manifest"

    /// Creates an error. Issues are put in the order of the file.
    package init(file: String, issues: [ManifestIssue], kind: FailureKind = .badInput) {
        self.file = file
        self.issues = issues.enumerated().sorted { left, right in
            let (a, b) = (left.element.position, right.element.position)
            return (a?.line ?? 0, a?.column ?? 0, left.offset) < (b?.line ?? 0, b?.column ?? 0, right.offset)
        }.map(\.element)
        self.kind = kind
    }

    /// The file; without one, what was given instead.
    package var subject: String { file.isEmpty ? "command line" : file }

    /// All issues, one a line.
    package var cause: String {
        if issues.count == 1, let only = issues.first, only.position == nil, only.key.isEmpty { return only.problem }
        let heading = issues.count == 1 ? "1 error" : "\(issues.count) errors"
        return ([heading] + issues.map { "  " + $0.line(in: file) }).joined(separator: "\n")
    }

    /// What helps: the suggestion of an error that has no line of its own.
    package var remedy: String {
        if issues.count == 1, let only = issues.first, only.position == nil, only.key.isEmpty { return only.suggestion }
        return ""
    }
}
