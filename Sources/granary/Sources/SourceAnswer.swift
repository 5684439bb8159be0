import Foundation
import Glibc
import JobDocuments
import Jobs
import Media

/// What a child found out of films. A film may have taken the child over, so its answer is checked before it is used.
enum SourceAnswer: Codable {
    case source(SourceDescription)
    case failure(SourceFailure)

    /// Why an answer is not used.
    struct Flaw: Error, Equatable {
        let cause: String
    }

    /// Reads the bytes of an answer; nil if they cannot be read.
    ///
    /// - Throws: why there can be no answer in what lies there: it is no file, or too long.
    static func bytes(at path: String) throws(Flaw) -> Data? {
        var status = stat()
        // Safe: the system fills a local structure; the path is a C string for the duration of the call.
        guard unsafe lstat(path, &status) == 0 else { return nil }
        // What a link or a pipe leads to may have no end.
        guard status.st_mode & S_IFMT == S_IFREG else { throw Flaw(cause: "it is no file") }
        guard Int64(status.st_size) <= JobFiles.maximumDocumentByteCount else {
            throw Flaw(cause: "it is longer than \(JobFiles.maximumDocumentByteCount >> 20) MiB")
        }
        return FileManager.default.contents(atPath: path)
    }

    /// Checks that this can be the answer to a question. Later processes may read the files that it names.
    func check(for question: SourceQuestion) throws(Flaw) {
        guard case .source(let source) = self else { return }
        let document: any CheckedDocument = source
        if let flaw = document.flaw { throw Flaw(cause: flaw) }
        let expected = question.answeredPaths
        guard source.paths == expected, source.path == expected.first else {
            throw Flaw(cause: "it is not about the files that it was asked about")
        }
    }
}
