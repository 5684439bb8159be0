import Foundation
import JobDocuments
import Jobs
import Serving
import TestSupport
import Testing

@Suite("The interface for programs", .temporaryFolder, .doesNotHang)
struct InterfaceTests {
    /// schemathesis of the clone's Python environment; nil without it.
    private static let schemathesis: Tool? = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        let program = folder.appending(path: ".venv/bin/schemathesis")
        return FileManager.default.isExecutableFile(atPath: program.path) ? Tool(at: program) : nil
    }()

    @Test("the description that is served is the one of the repository, and names every address once")
    func description() async throws {
        var file = URL(filePath: #filePath)
        for _ in 0..<3 { file.deleteLastPathComponent() }
        file.append(path: "Sources/Serving/Resources/openapi.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let farm = try ServedFarm()
        let id = URL(filePath: try farm.addJob("film").path).lastPathComponent
        let readable = paths.filter { $0.value["get"] != nil }.keys.sorted()
        try await farm.serve { (port: Int) async throws -> Void in
            let served = try await Wire.ask(port, "GET", "/api/v1/openapi.json").body
            #expect(served == text && readable.count == 9)
            for path in readable {
                let address = path.replacing("{id}", with: id).replacing("{queue}", with: "1")
                #expect(try await Wire.ask(port, "GET", address).status == 200, "\(path)")
                #expect(try await Wire.ask(port, "HEAD", address).body == "", "\(path)")
                #expect(try await Wire.ask(port, "PUT", address, body: "{}").status == 405, "\(path)")
            }
        }
    }

    @Test(
        "requests that schemathesis makes of the description are answered as it says",
        .enabled(if: schemathesis != nil, "schemathesis is not installed")
    )
    func requests() async throws {
        let program = try #require(Self.schemathesis)
        var farm = try ServedFarm()
        try farm.addJob("film")
        for name in ["a", "b", "c"] {
            let manifest = Manifest(file: "f", source: "/films/a.mov", output: "/films/\(name).mp4")
            _ = try farm.queue.add(QueueEntry(manifest, file: "/films/f.yaml", text: "", name: name))
        }
        farm.options.program = "/bin/true"
        farm.options.limits.requests = (perSecond: 1e4, atOnce: 1e4)
        farm.options.limits.changes = (perSecond: 1e4, atOnce: 1e4)
        try await farm.serve { port in
            let folder = TemporaryFolder.current
            let address = "http://127.0.0.1:\(port)"
            let words = [
                "run", address + "/api/v1/openapi.json", "--url", address, "--max-examples", "2", "--seed", "1",
                "--workers", "1", "--no-color", "--request-timeout", "10",
                // A manifest has rules that no schema says.
                "--exclude-checks", "positive_data_acceptance",
            ]
            let outcome = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try program.run(words, in: folder) })
                }
            }
            #expect(outcome.status == 0, "\(outcome.output.suffix(6000))\(outcome.errors.suffix(2000))")
            #expect(
                outcome.output.contains("Tested: 14"),
                "\(outcome.output.suffix(6000))\(outcome.errors.suffix(2000))"
            )
        }
    }
}
