import Foundation
import JobDocuments
import TestSupport
import Testing

extension DisturbedJobs {
    /// Folders whose films go into a queue.
    @Suite("Watched folders", .doesNotHang)
    struct WatchedFolders {
        private var queue: JobQueue { JobQueue(path: TemporaryFolder.current.appending(path: "queue").path) }
        private var folder: URL { TemporaryFolder.current.appending(path: "in") }
        private var output: URL { TemporaryFolder.current.appending(path: "out") }

        private func watch() throws -> RunningProgram {
            for url in [folder, output] {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
            let words = [
                "queue", "watch", queue.path, folder.path, "--preset", "hevc1920x1080", "--output",
                output.path + "/{name}.mp4", "--settle", "1",
            ]
            return try RunningProgram(try Program.url, words, in: TemporaryFolder.current)
        }

        private func wait(_ program: RunningProgram, until isTrue: () throws -> Bool) async throws {
            while try !isTrue() {
                try #require(program.isRunning, "\(program.errors)")
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        private func end(_ program: RunningProgram) async throws {
            program.send(SIGTERM)
            #expect(try await program.end() == 130, "\(program.errors)")
        }

        @Test("a film is added once, and not again by another watcher")
        func added() async throws {
            let program = try watch()
            let file = folder.appending(path: "film.mp4")
            try FileManager.default.copyItem(at: try await TestFilm.short.url, to: file)
            try await wait(program) { try queue.exists && queue.numbers() == [1] }
            try await end(program)
            let entry = try #require(try queue.entry(1))
            #expect(entry.sources == [file.path] && entry.outputs == [output.path + "/film.mp4"])
            let again = try watch()
            try FileManager.default.copyItem(at: file, to: folder.appending(path: "other.mp4"))
            try await wait(again) { try queue.numbers().count > 1 }
            #expect(try queue.entry(2)?.name == "other" && queue.numbers() == [1, 2])
            try await end(again)
        }

        @Test(
            "a folder that goes away, and one that is empty because nothing is mounted, lose no film and add none twice"
        )
        func away() async throws {
            let program = try watch()
            let film = try await TestFilm.short.url
            try FileManager.default.copyItem(at: film, to: folder.appending(path: "film.mp4"))
            try await wait(program) { try queue.exists && queue.numbers() == [1] }
            let away = TemporaryFolder.current.appending(path: "away")
            try FileManager.default.moveItem(at: folder, to: away)
            try await wait(program) { program.errors.contains("could not read the watched folder") }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try await Task.sleep(for: .milliseconds(1500))
            try FileManager.default.removeItem(at: folder)
            try FileManager.default.moveItem(at: away, to: folder)
            try FileManager.default.copyItem(at: film, to: folder.appending(path: "other.mp4"))
            try await wait(program) { try queue.numbers().count > 1 }
            #expect(try queue.numbers() == [1, 2] && queue.entry(1)?.state == .waiting)
            #expect(try queue.entry(2)?.name == "other")
            try await end(program)
        }

        @Test("a file that is no film, and a film whose job fails, go aside with their errors")
        func failed() async throws {
            let program = try watch()
            try Data("not a film".utf8).write(to: folder.appending(path: "notes.mov"))
            // The rest of this copy never comes.
            let film = try Data(contentsOf: try await TestFilm.short.url)
            try film.prefix(film.count / 2).write(to: folder.appending(path: "half.mp4"))
            let aside = folder.appending(path: "failed")
            let words = aside.appending(path: "notes.mov.txt")
            try await wait(program) { FileManager.default.fileExists(atPath: aside.appending(path: "notes.mov").path) }
            #expect(try String(contentsOf: words, encoding: .utf8).hasPrefix("could not "))
            try await wait(program) { FileManager.default.fileExists(atPath: aside.appending(path: "half.mp4").path) }
            #expect(try queue.numbers().isEmpty)
            try FileManager.default.copyItem(at: try await TestFilm.short.url, to: folder.appending(path: "film.mp4"))
            try Data("taken".utf8).write(to: output.appending(path: "film.mp4"))
            try await wait(program) { try queue.exists && queue.numbers() == [1] }
            let run = try await Program.granary("run", "--queue", queue.path, "--progress", "none")
            #expect(run.code == 73, "\(run.errors)")
            let moved = aside.appending(path: "film.mp4")
            try await wait(program) { FileManager.default.fileExists(atPath: moved.path) }
            #expect(try String(contentsOfFile: moved.path + ".txt", encoding: .utf8).contains("out/film.mp4"))
            try await end(program)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["failed"])
        }
    }
}
