import Foundation
import Media

extension WorkError {
    /// Checks a file that a command is going to write. Throws if it is the command's own source, which is never
    /// overwritten, or if it exists.
    ///
    /// - Parameter replacesFile: true permits a file that exists.
    package static func check(output: String, of source: String, replacesFile: Bool, attempted: String) throws {
        func refuse(_ cause: String, _ remedy: String) -> WorkError {
            WorkError(.cannotCreate, attempted: attempted, subject: output, cause: cause, remedy: remedy)
        }
        func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
        if resolved(output) == resolved(source) {
            throw refuse("the output is the source itself, which is never overwritten", "Choose another output.")
        }
        if !replacesFile, FileManager.default.fileExists(atPath: output) {
            throw refuse("the file exists", "Choose another output, or use --overwrite.")
        }
    }
}
