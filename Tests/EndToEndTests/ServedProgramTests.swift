import Foundation
import TestSupport
import Testing

@Suite("The program of the server", .temporaryFolder, .doesNotHang)
struct ServedProgramTests {
    /// The program under test, or the one that was built with the tests if the former has no server beside it.
    private var program: URL {
        get throws {
            let named = try Program.url
            return FileManager.default.isExecutableFile(atPath: server(beside: named).path) ? named : try Program.built
        }
    }

    private func server(beside program: URL) -> URL {
        program.deletingLastPathComponent().appending(path: "granary-serve")
    }

    @Test("only the server links SwiftNIO")
    func linking() throws {
        // The beginning of every name of a symbol of the module NIOCore.
        let mark = Data("s7NIOCore".utf8)
        #expect(try Data(contentsOf: server(beside: program), options: .alwaysMapped).range(of: mark) != nil)
        #expect(try Data(contentsOf: program, options: .alwaysMapped).range(of: mark) == nil)
    }

    @Test("granary serve becomes the server, which ends with a signal and leaves what it shows as it is")
    func serving() async throws {
        let folder = TemporaryFolder.current
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--jobs", folder.path]
        let running = try RunningProgram(try program, arguments, in: folder)
        let limit = Date.now.addingTimeInterval(120)
        while !running.errors.contains("serving http://127.0.0.1:"), running.isRunning, Date.now < limit {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(running.errors.contains("serving http://127.0.0.1:"), "\(running.errors)")
        running.send(SIGTERM)
        #expect(try await running.end() == 0, "\(running.errors)")
    }

    @Test("an address that other machines reach needs a token, and one that is taken is an error in words")
    func refusals() async throws {
        let program = try self.program
        let open = try await Program.run(program, ["serve", "--listen", "0.0.0.0:0"])
        #expect(open.code == 64 && open.errors.contains("--token-file"), "\(open.errors)")
        let server = try LoopbackServer()
        let busy = try await Program.run(program, ["serve", "--listen", "127.0.0.1:\(server.port)"])
        #expect(busy.code == 69 && busy.errors.contains("--listen"), "\(busy.errors)")
        let alone = TemporaryFolder.current.appending(path: "granary")
        // A child copies it. If this process had it open for writing, a program that another test starts at that moment
        // would keep it open, and the copy could not be run ("text file busy").
        try Tool(at: URL(filePath: "/bin/cp")).output([program.path, alone.path])
        let missing = try await Program.run(alone, ["serve"])
        #expect(missing.code == 69 && missing.errors.contains("it is not installed"), "\(missing.errors)")
    }
}
