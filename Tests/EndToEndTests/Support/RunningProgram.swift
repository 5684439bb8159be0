import Foundation
import Glibc
import Testing

/// A program that runs in parallel with the test, which watches it, sends signals, and waits for it.
final class RunningProgram {
    /// The program did not do what the test waits for within the time limit.
    struct Late: Error {
        let what: String
        let errors: String
    }

    private let process = Process()
    private let outputFile: URL
    private let errorFile: URL
    /// The longest wait, which is far more than a loaded machine needs.
    private let patience: TimeInterval = 600

    /// Starts a program whose output goes to files in a folder.
    init(_ executable: URL, _ arguments: [String], in folder: URL, environment: [String: String] = [:]) throws {
        let files = folder.appending(path: "run-\(UUID().uuidString)")
        outputFile = files.appendingPathExtension("out")
        errorFile = files.appendingPathExtension("err")
        for file in [outputFile, errorFile] { try Data().write(to: file) }
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "GRANARY_JOBS" }
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var isRunning: Bool { process.isRunning }
    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// The events so far of a program that was started with `--progress json`.
    var events: [Event] {
        output.split(separator: "\n", omittingEmptySubsequences: true).compactMap { Event(line: $0) }
    }

    func send(_ signal: CInt) { kill(process.processIdentifier, signal) }

    /// Waits until an event has come; false if the program ends without it.
    func reaches(_ isMeant: (Event) -> Bool) async throws -> Bool {
        try await until("an event") { events.contains(where: isMeant) || !process.isRunning }
        return events.contains(where: isMeant)
    }

    /// Waits until something has stopped the program, as SIGSTOP does; false if it ends instead.
    func stops() async throws -> Bool {
        func isStopped() -> Bool {
            let path = "/proc/\(process.processIdentifier)/stat"
            let line = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            // The state follows the name of the program, which is in parentheses.
            return line.split(separator: ")").last?.hasPrefix(" T") == true
        }
        try await until("a stop") { isStopped() || !process.isRunning }
        return isStopped()
    }

    /// Waits for the end, and returns the exit code, or minus the signal.
    @discardableResult func end() async throws -> Int32 {
        try await until("the end") { !process.isRunning }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    private func until(_ what: String, _ isTrue: () -> Bool) async throws {
        let limit = Date.now.addingTimeInterval(patience)
        while !isTrue() {
            guard Date.now < limit else { throw Late(what: what, errors: errors) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// One line of `--progress json`.
struct Event {
    let type: String
    let object: [String: Any]

    init?(line: some StringProtocol) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
            let object = value as? [String: Any],
            let type = object["type"] as? String
        else { return nil }
        self.type = type
        self.object = object
    }

    func isOf(stage: String, pass: Int? = nil) -> Bool {
        object["stage"] as? String == stage && (pass == nil || object["pass"] as? Int == pass)
    }
}

/// The processes of the machine whose command line names a folder: everything that a test started in it.
enum Processes {
    static func naming(_ folder: URL) -> [(id: pid_t, arguments: [String])] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let id = pid_t(name), id != getpid(),
                let data = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))
            else { return nil }
            let arguments = data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return arguments.contains { $0.contains(folder.path) } ? (id, arguments) : nil
        }
    }

    /// Whether all of them are gone within some seconds.
    static func areGone(naming folder: URL, seconds: Double = 60) async throws -> Bool {
        let limit = Date.now.addingTimeInterval(seconds)
        while !naming(folder).isEmpty {
            if Date.now > limit { return false }
            try await Task.sleep(for: .milliseconds(10))
        }
        return true
    }
}
