import Foundation
import GranaryKit
import TestSupport
import Testing

/// Programs that stand for `granary`: what the session makes of theirs. EndToEndTests have the real one.
@Suite("GranaryKit: exporting films with a program", .temporaryFolder)
struct ProgramExportTests {
    private var folder: URL { TemporaryFolder.current }
    private var target: URL { folder.appending(path: "out.mp4") }

    private func program(_ script: String) throws -> URL {
        try Tool.script(at: folder.appending(path: "program"), script).url
    }

    private func refusal(_ engine: ExportSession.Engine) async throws -> GranaryError? {
        let session = ExportSession(source: folder.appending(path: "film.mp4"), engine: engine)
        return await #expect(throws: GranaryError.self) { _ = try await session.export(to: target) }
    }

    @Test("a missing program is named, and the client itself is never started")
    func programs() async throws {
        let missing = try await refusal(.program(at: folder.appending(path: "granary")))
        #expect(missing?.code == .unavailable && missing?.subject.hasSuffix("/granary") == true)
        let own = try #require(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        #expect(try await refusal(.program(at: URL(filePath: own)))?.code == .misuse)
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(filePath: own))
        #expect(try await refusal(.program(at: link))?.code == .misuse)
    }

    @Test("the reason of a failed job is the reason of the error, with its code")
    func failure() async throws {
        let event = #"{"type":"failed","explanation":"could not read the film (film.mp4): it is empty","exitCode":65}"#
        let failed = try await refusal(.program(at: program("echo '\(event)'; exit 65")))
        #expect(failed?.code == .unsupportedFilm && failed?.cause.contains("it is empty") == true)
        let missing = try await refusal(.program(at: program("echo 'granary: no such file' >&2; exit 66")))
        #expect(missing?.code == .missing && missing?.cause == "granary: no such file")
        #expect(try await refusal(.program(at: program("exit 0")))?.code == .mismatch)
        #expect(try await refusal(.program(at: program("kill -9 $$")))?.code == .system)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["program"])
    }

    @Test("settings that no film can have are refused before the program is started")
    func refusedSettings() async throws {
        var settings = ExportSettings(goal: .averageBitRate(400_000))
        settings.encoderPreset = "warp"
        let session = ExportSession(
            source: folder.appending(path: "film.mp4"),
            settings: settings,
            engine: .program(at: try program("touch '\(folder.path)/started'"))
        )
        let error = await #expect(throws: GranaryError.self) { _ = try await session.export(to: target) }
        #expect(error?.code == .refusedProperty && error?.cause.contains("speed") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["program"])
    }

    @Test("a forecast that cannot be read is a mismatch of versions")
    func strangeForecast() async throws {
        let session = ExportSession(
            source: folder.appending(path: "film.mp4"),
            engine: .program(at: try program("echo '{}'"))
        )
        let error = await #expect(throws: GranaryError.self) { _ = try await session.plan(for: target) }
        #expect(error?.code == .mismatch)
    }

    @Test("a cancelled program is ended with its children, and leaves no file", .doesNotHang)
    func cancellation() async throws {
        let script = "touch \"$(dirname \"$2\")/film\"; echo begun > '\(folder.path)/begun'; sleep 600 & wait"
        let session = ExportSession(
            source: folder.appending(path: "film.mp4"),
            engine: .program(at: try program(script))
        )
        let export = Task { try await session.export(to: target) }
        while !FileManager.default.fileExists(atPath: folder.appending(path: "begun").path) {
            try await Task.sleep(for: .milliseconds(10))
        }
        export.cancel()
        let result = await export.result
        #expect(throws: GranaryError.self) { _ = try result.get() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["begun", "program"])
    }
}
