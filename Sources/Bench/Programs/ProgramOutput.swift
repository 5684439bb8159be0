import Foundation

/// The output of short commands, such as those that print a version.
enum ProgramOutput {
    /// Everything that a program writes to its standard output and error; nil if it cannot be run or fails.
    static func text(of program: String, _ words: [String], folder: String? = nil) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        guard (try? process.run()) != nil else { return nil }
        let data = try? pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
        return data.map { String(decoding: $0, as: UTF8.self) }
    }
}
