import Foundation
import Jobs
import Media

extension FuzzTarget {
    /// A manifest becomes a job, whose document is read as the same, or a list of errors, each at a place in the text.
    func readManifest(_ input: [UInt8]) throws(BrokenProperty) {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(parsing: input, file: "film.yaml", folder: "/jobs")
        } catch {
            try check(error, in: input)
            return
        }
        for source in JobWorld.sources {
            let job: ResolvedJob
            do throws(ManifestError) {
                job = try ResolvedJob.resolving(manifest, source: source, capabilities: JobWorld.capabilities)
            } catch {
                try check(error, in: input)
                continue
            }
            try checkSame(job)
        }
    }

    private func check(_ error: ManifestError, in input: [UInt8]) throws(BrokenProperty) {
        try check(!error.issues.isEmpty, "a manifest is refused without a reason")
        // YAML ends lines with CR, LF, NEL, LS and PS; an error at the end of the text may lie on the line after it.
        let text = String(decoding: input, as: UTF8.self)
        let lineCount = text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) } + 2
        for issue in error.issues {
            try check(!issue.problem.isEmpty, "an issue says nothing")
            guard let position = issue.position else { continue }
            try check(
                (1...lineCount).contains(position.line) && (1...input.count + 1).contains(position.column),
                "\(issue.line(in: error.file)) is not in a text of \(lineCount) lines"
            )
        }
        try check(!error.explanation.isEmpty, "an error says nothing")
    }

    private func checkSame(_ job: ResolvedJob) throws(BrokenProperty) {
        let again: ResolvedJob
        do {
            again = try JSONDecoder().decode(ResolvedJob.self, from: try JSONEncoder().encode(job))
        } catch {
            throw BrokenProperty(description: "the document of a job cannot be written or read: \(error)")
        }
        try check(again == job, "the document of a job became another one: \(job) became \(again)")
    }

    private func check(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws(BrokenProperty) {
        try Fuzzing.check(condition, otherwise())
    }
}
