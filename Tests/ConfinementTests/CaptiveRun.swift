import Confinement
import Foundation
import TestSupport
import Testing

/// A run of the program that confines itself and tries what it may not do.
struct CaptiveRun {
    /// Exit status, minus a signal's number.
    let status: Int32
    /// The result of the action.
    let answer: String
    /// What it wrote to its standard error.
    let errors: String

    /// A folder with files that it may read, may write, and may not access.
    struct Place {
        let own: URL
        let writable: URL
        let foreign: URL

        init() throws {
            let folder = TemporaryFolder.current
            (own, foreign) = (folder.appending(path: "own.txt"), folder.appending(path: "foreign.txt"))
            writable = folder.appending(path: "writable")
            try FileManager.default.createDirectory(at: writable, withIntermediateDirectories: false)
            for file in [own, foreign] { try Data("secret".utf8).write(to: file) }
        }
    }

    /// Performs an action under a confinement.
    init(
        _ deed: String,
        _ operand: String = "",
        in place: Place,
        mode: SandboxMode = .auto,
        program: String = ""
    ) throws {
        let words = [mode.rawValue, place.own.path, place.writable.path, program, deed, operand]
        let outcome = try Tool.built("captive").run(words)
        (status, answer, errors) = (outcome.status, outcome.output, outcome.errors)
    }
}
