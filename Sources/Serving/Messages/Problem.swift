import Foundation
import HTTPTypes
import Jobs
import Media

/// Why a request was refused, for people and for programs (RFC 9457).
struct Problem: Error {
    /// The status of the answer.
    let status: HTTPResponse.Status
    /// What is wrong, in a sentence.
    let detail: String
    /// What to do about it; empty if there is nothing useful to say.
    var remedy = ""
    /// What is wrong with a manifest.
    var issues: [ManifestIssue] = []
    /// Further headers of the answer.
    var headers: [String: String] = [:]

    init(_ status: HTTPResponse.Status, _ detail: String, remedy: String = "") {
        self.status = status
        self.detail = detail
        self.remedy = remedy
    }

    /// The problem that an error of a command is.
    init(_ error: any ExplainedError) {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .sourceNotFound: .notFound
            case .usage, .badInput: .unprocessableContent
            case .temporary: .conflict
            case .unavailable: .serviceUnavailable
            default: .internalServerError
            }
        self.init(
            status,
            "Could not \(error.attempted) (\(PlainText.field(error.subject))): \(error.cause)",
            remedy: error.remedy
        )
        if let error = error as? ManifestError { issues = error.issues }
    }

    /// The problem that any error is.
    static func of(_ error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        if let error = error as? any ExplainedError { return Problem(error) }
        return Problem(.internalServerError, "Something unexpected happened: \(error)")
    }

    private struct Document: Encodable {
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
        let remedy: String?
        let issues: [ManifestIssue]?
    }

    /// The document of the answer.
    var document: [UInt8] {
        let document = Document(
            title: status.reasonPhrase,
            status: status.code,
            detail: detail,
            remedy: remedy.isEmpty ? nil : remedy,
            issues: issues.isEmpty ? nil : issues
        )
        // Encoding fails for numbers that are not finite alone, and here are none.
        return (try? Answer.encoded(document)) ?? Array(#"{"status":\#(status.code)}"#.utf8)
    }
}
