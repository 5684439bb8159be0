import Testing

@testable import granary

@Suite("Watched folders: when a file has settled")
struct SettlingFilesTests {
    private func look(_ byteCount: Int64, _ time: Int64 = 1) -> SettlingFiles.Look {
        SettlingFiles.Look(byteCount: byteCount, modificationTime: time)
    }

    @Test("a file settles when size and time stood still long enough by the watcher's clock")
    func settles() {
        var files = SettlingFiles(seconds: 10)
        #expect(files.note(["a": look(1)], at: 100).isEmpty)
        #expect(files.note(["a": look(1), "b": look(5)], at: 109).isEmpty)
        #expect(files.note(["a": look(1), "b": look(5)], at: 110) == ["a"])
        #expect(files.note(["a": look(1), "b": look(5)], at: 119) == ["a", "b"])
    }

    @Test("a change of size or time, and a file that was gone, begin again", arguments: [(2, 1), (1, 2)])
    func changes(byteCount: Int64, time: Int64) {
        var files = SettlingFiles(seconds: 10)
        #expect(files.note(["a": look(1)], at: 0).isEmpty)
        #expect(files.note(["a": look(byteCount, time)], at: 9).isEmpty)
        #expect(files.note(["a": look(byteCount, time)], at: 18).isEmpty)
        #expect(files.note(["a": look(byteCount, time)], at: 19) == ["a"])
        #expect(files.note([:], at: 20).isEmpty)
        #expect(files.note(["a": look(byteCount, time)], at: 21).isEmpty)
    }

    @Test("an empty file never settles, and one that is restarted waits as long again")
    func restarts() {
        var files = SettlingFiles(seconds: 10)
        let found = ["a": look(1), "empty": look(0)]
        #expect(files.note(found, at: 0).isEmpty)
        #expect(files.note(found, at: 10) == ["a"])
        files.restart("a", at: 10)
        #expect(files.note(found, at: 19).isEmpty)
        #expect(files.note(found, at: 20) == ["a"])
    }
}
