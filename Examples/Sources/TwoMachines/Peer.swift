import Foundation

/// A process that runs this program, and sends and takes lines of JSON.
final class Peer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()

    init(_ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func send(_ value: some Encodable) throws {
        try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(value) + Data("\n".utf8))
    }

    /// Says that nothing more is sent, and waits for the end of the process.
    func finish() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func receive<Value: Decodable>(_ type: Value.Type) throws -> Value {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received = Data(received[(end + 1)...]) }
                return try JSONDecoder().decode(type, from: received[..<end])
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
            received += more
        }
    }
}
