import ArgumentParser
import Foundation
import Media
import Platform
import Storage

/// How the storage commands come to each of their files: directly when its checksum held, else in a process that may
/// die of it.
struct StoreVisit: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Multi-pass storages or frame silos.", valueName: "file"),
        completion: .file(extensions: ["multipass", "silo"])
    )
    var files: [String]

    @Flag(help: .hidden)
    var unverified = false

    /// Calls `body` for each file, and goes on after a failure; throws the exit code of the worst one.
    ///
    /// - Parameter command: The arguments that make this program do the same for one file.
    func forEachFile(command: [String], _ body: (String) throws -> Void) throws {
        var worst: FailureKind?
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
                        if verdict == false { worst = worst ?? .badInput }
                    }
                }
            } catch let failure as any ExplainedError {
                StandardError.write("granary: \(failure.explanation)\n")
                worst = worst ?? failure.kind
            } catch let code as ExitCode {
                worst = worst ?? FailureKind(rawValue: code.rawValue) ?? .bug
            }
        }
        if let worst { throw ExitCode(worst.rawValue) }
    }

    /// Does the same for one file in a child, whose output is this process's own.
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
                cause: "its pages are damaged: the process that read it died of signal \(child.terminationStatus)",
                remedy: "remove the file; a rerun of its job makes it again"
            )
        }
        if child.terminationStatus != 0 { throw ExitCode(child.terminationStatus) }
    }
}
