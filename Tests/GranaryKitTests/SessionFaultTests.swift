import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite("Sessions under faults", .temporaryFolder)
struct SessionFaultTests {
    private let film = KitFilm(count: 48, cuts: [24])

    private var properties: CompressionProperties {
        var properties = film.properties(.averageBitRate(250_000))
        // No pass meets it by chance, so that a third pass is requested.
        properties.tolerance = 0.000_01
        properties.maximumPasses = 3
        return properties
    }

    private var folder: URL { TemporaryFolder.current }

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    private func session(_ url: URL) throws -> CompressionSession {
        try CompressionSession(
            properties,
            storage: MultiPassStorage(url: url, timeRange: film.timeRange, options: .doNotDelete)
        )
    }

    private func silo(_ url: URL) throws -> FrameSilo {
        try FrameSilo(url: url, timeRange: film.timeRange, options: .doNotDelete)
    }

    /// The samples of a film whose passes nothing disturbs, and the number of passes.
    private func undisturbed() throws -> (samples: [EncodedSample], passes: Int) {
        let silo = try silo(folder.appending(path: "undisturbed.silo"))
        let passes = try film.encode(session(folder.appending(path: "undisturbed.multipass")), to: silo)
        return (try samples(of: silo), passes.count)
    }

    @Test(
        "a pass whose disk is full ends with diskFull, keeps the passes before it, and succeeds on a larger disk",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights"),
        arguments: [1, 2, 3]
    )
    func fullDisk(pass: Int) throws {
        let whole = try undisturbed()
        #expect(whole.passes == 3)
        let disk = try MemoryDisk("size=16m")
        let storage = disk.url.appending(path: "storage")
        let silo = try silo(folder.appending(path: "silo"))
        do {
            let session = try session(storage)
            for _ in 1..<pass { try film.runPass(session, to: silo) }
            disk.fill()
            #expect(code { try film.runPass(session, to: silo) } == .diskFull)
            session.cancelPass()
            #expect(session.pass == pass - 1 && !session.isFinished)
        }
        try FileManager.default.removeItem(at: disk.url.appending(path: "filler"))
        let session = try session(storage)
        #expect(session.pass == pass - 1)
        try film.encode(session, to: silo)
        #expect(try samples(of: silo) == whole.samples)
    }

    @Test(
        "a silo whose disk is full throws diskFull, and has all samples once there is room",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
    )
    func fullSilo() throws {
        let whole = try undisturbed()
        let disk = try MemoryDisk("size=8m")
        let silo = try silo(disk.url.appending(path: "silo"))
        let session = try session(folder.appending(path: "storage"))
        try film.runPass(session, to: silo)
        disk.fill()
        #expect(
            code {
                try film.runPass(session, to: silo)
                try silo.flush()
            } == .diskFull
        )
        try FileManager.default.removeItem(at: disk.url.appending(path: "filler"))
        // The pass continues if only the silo's last samples were not written, and else begins again.
        session.cancelPass()
        if !session.isFinished { try film.encode(session, to: silo) }
        try silo.flush()
        #expect(try samples(of: silo) == whole.samples)
    }

    @Test("a truncated storage or silo is refused as damaged, whatever its length", arguments: ["multipass", "silo"])
    func truncated(kind: String) throws {
        let silo = try silo(folder.appending(path: "film.silo"))
        do {
            let session = try session(folder.appending(path: "film.multipass"))
            try film.runPass(session, to: silo)
            try film.runPass(session, to: silo)
        }
        try silo.close()
        let bytes = try Data(contentsOf: folder.appending(path: "film.\(kind)"))
        #expect(bytes.count > 3 * 4096)
        let short = folder.appending(path: "short")
        for length in [1, 100, 4095, 4096, 8192, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
            try bytes.prefix(length).write(to: short)
            let refused = code {
                if kind == "silo" { _ = try self.silo(short) } else { _ = try session(short) }
            }
            #expect(refused == .damaged, "\(length) of \(bytes.count) bytes: \(String(describing: refused))")
            #expect(try Data(contentsOf: short) == bytes.prefix(length), "the file of \(length) bytes was changed")
            try FileManager.default.removeItem(at: short)
        }
    }

    /// The number of threads of this process. Other tests run beside this one, and have some for a while.
    private func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    @Test("a session that is cancelled at any of 100 moments leaves nothing, and the next one makes the same samples")
    func cancelled() throws {
        let whole = try undisturbed()
        let storage = folder.appending(path: "storage")
        let silo = try silo(folder.appending(path: "silo"))
        let pictures = try (0..<film.count).map(film.picture)
        let names = try Set(FileManager.default.contentsOfDirectory(atPath: folder.path) + ["storage"])
        let (files, threads) = try (TemporaryFolder.openDescriptors(), threads())
        var moments = 0
        for pass in 1...whole.passes {
            let ranges = try session(storage).timeRanges
            let frames = ranges.flatMap(film.frames)
            for moment in 0..<34 {
                let session = try session(storage)
                #expect(session.pass == pass - 1 && session.timeRanges == ranges)
                try session.beginPass()
                for frame in frames.prefix(moment * frames.count / 33) { try session.encode(pictures[frame]) { _ in } }
                // One that is released without a word is cancelled, too.
                if moment % 2 == 0 { session.cancelPass() }
                moments += 1
            }
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == names)
            try film.runPass(session(storage), to: silo)
        }
        #expect(moments >= 100)
        #expect(try !files.isEmpty && TemporaryFolder.openDescriptors() == files)
        // Threads that a session leaves stay; those of other tests end.
        let end = ContinuousClock.now + .seconds(120)
        while try self.threads() >= threads + 50, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.1) }
        #expect(try self.threads() < threads + 50)
        #expect(try session(storage).isFinished)
        #expect(try samples(of: silo) == whole.samples)
    }
}
