import ArgumentParser
import Foundation
import Media
import Platform
import Storage

/// Opens the files of a storage command one by one: directly if the checksum matches, else in a child process, which
/// damage may crash.
struct StoreVisit: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Multi-pass storages, frame silos or tables of dynamic metadata.", valueName: "file"),
        completion: .file(extensions: ["multipass", "silo", "metadata"])
    )
    var files: [String]

    @Flag(help: .hidden)
    var unverified = false

    /// Calls `body` for each file, and continues after a failure. Throws the exit code of the first failure.
    ///
    /// - Parameter command: the arguments with which this program does the same for one file.
    func forEachFile(command: [String], _ body: (String) throws -> Void) throws {
        var first: FailureKind?
        for file in files {
            do {
                guard FileManager.default.fileExists(atPath: file) else {
                    throw FileFailure(missing: file, attempted: "open the store")
                }
                if unverified {
                    try body(file)
                } else {
                    let verdict = try StoreInspection.contentMatchesName(file)
                    if verdict == true {
                        try body(file)
                    } else {
                        if verdict == false {
                            StandardError.write("granary: \(PlainText.field(file)): its bytes do not match its name\n")
                        }
                        try visitInChild(file, command: command)
                        if verdict == false { first = first ?? .badInput }
                    }
                }
            } catch let failure as any ExplainedError {
                StandardError.write("granary: \(failure.explanation)\n")
                first = first ?? failure.kind
            } catch let code as ExitCode {
                first = first ?? FailureKind(rawValue: code.rawValue) ?? .bug
            }
        }
        if let first { throw ExitCode(first.rawValue) }
    }

    /// Runs the command for one file in a child process, which writes to the output of this process.
    private func visitInChild(_ file: String, command: [String]) throws {
        let child = Process()
        child.executableURL = URL(filePath: OwnProgram.path)
        child.arguments = command + ["--unverified", "--", file]
        try child.run()
        child.waitUntilExit()
        guard child.terminationReason == .exit else {
            throw FileFailure(
                kind: .badInput,
                attempted: "read the store",
                subject: file,
                cause: "its pages are damaged: signal \(child.terminationStatus) ended the process that read it",
                remedy: "delete the file; running its job again creates it"
            )
        }
        if child.terminationStatus != 0 { throw ExitCode(child.terminationStatus) }
    }
}
