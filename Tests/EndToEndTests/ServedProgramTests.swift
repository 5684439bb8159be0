import Foundation
import TestSupport
import Testing

@Suite("The program of the server", .temporaryFolder, .doesNotHang)
struct ServedProgramTests {
    private var server: URL {
        get throws { try Program.url.deletingLastPathComponent().appending(path: "granary-serve") }
    }

    @Test("only the server links SwiftNIO")
    func linking() throws {
        // The beginning of every name of a symbol of the module NIOCore.
        let mark = Data("s7NIOCore".utf8)
        #expect(try Data(contentsOf: server, options: .alwaysMapped).range(of: mark) != nil)
        #expect(try Data(contentsOf: Program.url, options: .alwaysMapped).range(of: mark) == nil)
    }

    @Test("granary serve becomes the server, which ends with a signal and leaves what it shows as it is")
    func serving() async throws {
        let folder = TemporaryFolder.current
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--jobs", folder.path]
        let program = try RunningProgram(try Program.url, arguments, in: folder)
        let limit = Date.now.addingTimeInterval(120)
        while !program.errors.contains("serving http://127.0.0.1:"), program.isRunning, Date.now < limit {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(program.errors.contains("serving http://127.0.0.1:"), "\(program.errors)")
        program.send(SIGTERM)
        #expect(try await program.end() == 0, "\(program.errors)")
    }

    @Test("an address that other machines reach needs a token, and one that is taken is an error in words")
    func refusals() async throws {
        let open = try await Program.granary("serve", "--listen", "0.0.0.0:0")
        #expect(open.code == 64 && open.errors.contains("--token-file"), "\(open.errors)")
        let server = try LoopbackServer()
        let busy = try await Program.granary("serve", "--listen", "127.0.0.1:\(server.port)")
        #expect(busy.code == 69 && busy.errors.contains("--listen"), "\(busy.errors)")
        let alone = TemporaryFolder.current.appending(path: "granary")
        // A child copies it. If this process had it open for writing, a program that another test starts at that moment
        // would keep it open, and the copy could not be run ("text file busy").
        try Tool(at: URL(filePath: "/bin/cp")).output([Program.url.path, alone.path])
        let missing = try await Program.run(alone, ["serve"])
        #expect(missing.code == 69 && missing.errors.contains("it is not installed"), "\(missing.errors)")
    }
}
