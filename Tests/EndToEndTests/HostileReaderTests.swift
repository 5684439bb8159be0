import Confinement
import Foundation
import Media
import TestSupport
import Testing

@testable import Reporting
@testable import granary

extension DisturbedJobs {
    @Suite(
        "A reader that does as a film likes",
        .enabled(if: KernelOffer.current.isComplete, "the kernel has no Landlock, or filters no system calls"),
        .enabled(if: Tool.arePresent("cc", "ldd"), "there is no C compiler")
    )
    struct HostileReaders {
        /// What the error must say of a deed.
        static func words(_ deed: HostileLibrary.Deed) -> [String] {
            switch deed {
            case .read: ["Permission denied"]
            case .connect: ["sandbox stopped", "it tried to open a network connection", "SIGSYS"]
            // The C library blocks signals while it starts a process: there is nobody to say what was tried.
            case .start: ["sandbox stopped", "SIGSYS"]
            case .become: ["sandbox stopped", "it tried to start a program", "SIGSYS"]
            case .crash: ["the reader crashed on it", "SIGSEGV"]
            case .fill: ["the reader crashed on it", "SIGXFSZ"]
            case .hang: ["made no progress"]
            }
        }

        /// What is within reach without a sandbox.
        private struct Prey {
            let server: LoopbackServer
            let secret: URL
            let mark: URL

            init(in folder: URL) throws {
                server = try LoopbackServer()
                (secret, mark) = (folder.appending(path: "secret"), folder.appending(path: "mark"))
                try Data("secret".utf8).write(to: secret)
            }

            func operand(of deed: HostileLibrary.Deed) -> String {
                switch deed {
                case .read: secret.path
                case .connect: "\(server.port)"
                case .start: "touch \(mark.path)"
                case .become: "/bin/cat"
                case .crash, .fill, .hang: ""
                }
            }

            var isTouched: Bool { server.hasConnection || FileManager.default.fileExists(atPath: mark.path) }
        }

        @Test(
            "while it decodes is stopped, and the job's error says what it tried",
            arguments: [HostileLibrary.Deed.read, .connect, .start, .become]
        )
        func worker(_ deed: HostileLibrary.Deed) async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let prey = try Prey(in: bench.folder)
            let library = try HostileLibrary(
                deed,
                prey.operand(of: deed),
                in: "work",
                at: bench.folder.appending(path: "hostile")
            )
            let program = try bench.start(workers: 1, ["--sandbox", "required"], environment: library.environment)
            let code = try await program.end()
            #expect(code == 65, "\(program.errors)")
            for words in Self.words(deed) { #expect(program.errors.contains(words), "\(program.errors)") }
            if deed == .read { #expect(program.errors.contains("The worker is confined"), "\(program.errors)") }
            #expect(!program.errors.contains("hostile:"), "\(program.errors)")
            #expect(!prey.isTouched)
            try await bench.expectNothing()
            // It is the deed alone that failed the job.
            let resumed = try await bench.run()
            #expect(resumed.code == 0, "\(resumed.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("is not stopped without a sandbox: the test itself can fail")
        func unconfined() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let prey = try Prey(in: bench.folder)
            let library = try HostileLibrary(
                .connect,
                prey.operand(of: .connect),
                in: "work",
                at: bench.folder.appending(path: "hostile")
            )
            let program = try bench.start(workers: 1, ["--sandbox", "off"], environment: library.environment)
            #expect(try await program.end() == 0, "\(program.errors)")
            #expect(prey.isTouched)
            #expect(try bench.report.sandbox?.map(\.held) == [HeldConfinement.none])
        }

        @Test(
            "while it probes is stopped, and the error names the film and what it tried",
            arguments: [HostileLibrary.Deed.read, .connect, .start, .become, .crash, .fill]
        )
        func prober(_ deed: HostileLibrary.Deed) async throws {
            let film = try await TestFilm.short.url
            let bench = try JobBench(source: film)
            let prey = try Prey(in: bench.folder)
            let library = try HostileLibrary(
                deed,
                prey.operand(of: deed),
                in: "read-source",
                at: bench.folder.appending(path: "hostile")
            )
            let program = try bench.start(environment: library.environment)
            #expect(try await program.end() == 65, "\(program.errors)")
            for words in Self.words(deed) + [film.lastPathComponent] {
                #expect(program.errors.contains(words), "\(program.errors)")
            }
            #expect(!prey.isTouched && !program.errors.contains("hostile:"))
            #expect(!FileManager.default.fileExists(atPath: bench.jobs.path))
        }

        @Test("that hangs is given up after a while, and the error says so")
        func hangingProber() async throws {
            let film = try await TestFilm.short.url
            let folder = TemporaryFolder.current
            let library = try HostileLibrary(.hang, "", in: "read-source", at: folder.appending(path: "hostile"))
            // The program of the tests has loaded its libraries already: a script has the child load this one.
            let failure = try await failure(
                reading: film,
                by: "LD_LIBRARY_PATH='\(library.folder.path)' exec '\(try Program.url.path)' \"$@\"",
                silenceLimitSeconds: 3
            )
            #expect(failure?.kind == .inputOutput && failure?.subject == film.path)
            #expect(failure?.cause.contains("made no progress for 3 seconds") == true, "\(String(describing: failure))")
            #expect(try await Processes.areGone(naming: folder))
        }

        /// What a reader does that a film took over, and why its answer is not used. The answer of the real one lies in
        /// `$answer`.
        private static let lies = [
            ("sed -i s/own.mp4/other.mp4/g $answer", "it is not about the files that it was asked about"),
            ("sed -i 's/\"byteCount\":[0-9]*/\"byteCount\":-5/g' $answer", "its source has -5 bytes"),
            ("truncate -s 1T $answer", "it is longer than 256 MiB"),
            ("rm $answer; ln -s /dev/zero $answer", "it is no file"),
            ("rm $answer; mkfifo $answer", "it is no file"),
        ]

        @Test("is not believed when it names other files, answers nonsense or answers without end", arguments: lies)
        func liar(deed: String, cause: String) async throws {
            let folder = TemporaryFolder.current
            let (own, other) = (folder.appending(path: "own.mp4"), folder.appending(path: "other.mp4"))
            for file in [own, other] { try FileManager.default.copyItem(at: try await TestFilm.short.url, to: file) }
            let reading = "'\(try Program.url.path)' \"$@\" && answer=\"$2/\(SourceReader.answerName)\""
            #expect(try await failure(reading: own, by: reading) == nil)
            let failure = try await failure(reading: own, by: "\(reading) && { \(deed); }")
            #expect(failure?.kind == .badInput && failure?.subject == own.path)
            #expect(failure?.cause == "the answer of its reader cannot be right: \(cause)")
        }

        @Test("is believed about a film that a link leads to, and about the films of which something is left")
        func paths() async throws {
            let folder = TemporaryFolder.current
            let films = ["first.mp4", "second.mp4"].map { folder.appending(path: $0) }
            for film in films { try FileManager.default.copyItem(at: try await TestFilm.short.url, to: film) }
            let link = folder.appending(path: "link.mp4")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: films[0])
            let paths = films.map { $0.resolvingSymlinksInPath().path }
            let sources = try await detached { () throws -> [SourceDescription] in
                let reader = SourceReader(sandbox: .auto, program: try Program.url.path)
                let parts = try [link, films[1]].map { try reader.describe(path: $0.path, hashWholeFile: false) }
                let joined = try reader.joined(parts)
                let count = parts[0].video.timeline.count
                return [joined] + (try [count..<count + 2, 1..<count + 1].map { try reader.cut(joined, to: $0) })
            }
            #expect(sources.map(\.paths) == [paths, [paths[1]], paths])
        }

        /// Why a film cannot be read by a program that is a script of these words; nil if it can.
        private func failure(
            reading film: URL,
            by words: String,
            silenceLimitSeconds: Int = 120
        ) async throws -> SourceFailure? {
            let script = TemporaryFolder.current.appending(path: "reader.sh")
            try Tool.script(at: script, words)
            do {
                _ = try await detached {
                    try SourceReader(
                        sandbox: .auto,
                        program: script.path,
                        silenceLimitSeconds: silenceLimitSeconds
                    ).describe(path: film.path, hashWholeFile: false)
                }
                return nil
            } catch let failure as SourceFailure {
                return failure
            }
        }

        /// Does something on a thread of its own: what waits must not hold one of the few that tests share.
        private func detached<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        @Test("leaves no folder of its own behind, whatever it did")
        func leftovers() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let scratch = bench.folder.appending(path: "scratch")
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            let program = try bench.start(environment: ["TMPDIR": scratch.path])
            #expect(try await program.end() == 0, "\(program.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
            let held = try #require(try bench.report.sandbox?.map(\.held))
            #expect(held.allSatisfy { $0.landlock > 0 && $0.filtersCalls && $0.obstacles == nil }, "\(held)")
        }
    }
}
