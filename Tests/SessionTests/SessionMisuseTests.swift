import Foundation
import Jobs
import Media
import Session
import Storage
import TestSupport
import Testing

@Suite("Compression session: what it refuses", .temporaryFolder)
struct SessionMisuseTests {
    private let film = SyntheticFilm(count: 40, cuts: [25])

    private func bench() throws -> (FilmInSession, CompressionSession) {
        let bench = try FilmInSession(film, SessionSettings(film, kilobitsPerSecond: 200, maximum: 2))
        return (bench, try CompressionSession(bench.settings, storage: bench.storage))
    }

    private func code(_ body: () throws -> Void) -> SessionError.Code? {
        #expect(throws: SessionError.self, performing: body)?.code
    }

    @Test("frames and ends outside a pass, and passes inside another, are a misuse")
    func order() throws {
        let (_, session) = try bench()
        #expect(code { try session.encode(film.picture(0)) { _ in } } == .misuse)
        #expect(code { _ = try session.endPass { _ in } } == .misuse)
        try session.beginPass()
        #expect(code { try session.beginPass() } == .misuse)
        #expect(code { _ = try session.endPass { _ in } } == .incomplete)
    }

    @Test("a frame twice, an earlier frame, and one outside the storage are refused, and the pass continues")
    func firstPass() throws {
        let (_, session) = try bench()
        try session.beginPass()
        try session.encode(film.picture(0)) { _ in }
        try session.encode(film.picture(1)) { _ in }
        #expect(code { try session.encode(film.picture(1)) { _ in } } == .wrongFrame)
        #expect(code { try session.encode(film.picture(0)) { _ in } } == .wrongFrame)
        let late = SyntheticFilm(count: 100).picture(90)
        #expect(code { try session.encode(late) { _ in } } == .wrongFrame)
        let large = SyntheticFilm(size: PictureSize(width: 320, height: 96), count: 40).picture(2)
        #expect(code { try session.encode(large) { _ in } } == .wrongFrame)
        for frame in 2..<40 { try session.encode(film.picture(frame)) { _ in } }
        #expect(try session.endPass { _ in } == .furtherPasses([film.timeline.timeRange]))
    }

    @Test("a missing frame, a frame twice and an early end of a later pass are refused, and the pass continues")
    func laterPass() throws {
        let (bench, session) = try bench()
        _ = try bench.runPass(session)
        try session.beginPass()
        #expect(code { try session.encode(film.picture(1)) { _ in } } == .wrongFrame)
        try session.encode(film.picture(0)) { _ in }
        #expect(code { try session.encode(film.picture(0)) { _ in } } == .wrongFrame)
        #expect(code { try session.encode(film.picture(2)) { _ in } } == .wrongFrame)
        for frame in 1..<39 { try session.encode(film.picture(frame)) { _ in } }
        #expect(code { _ = try session.endPass { _ in } } == .incomplete)
        try session.encode(film.picture(39)) { _ in }
        #expect(code { try session.encode(film.picture(39)) { _ in } } == .wrongFrame)
        #expect(try session.endPass { _ in } == .finished)
    }

    @Test("a storage of other settings, another source or another build is refused by name")
    func identity() throws {
        let settings = SessionSettings(film, kilobitsPerSecond: 200)
        let time = film.timeline.timeRange
        let path = TemporaryFolder.current.appending(path: "storage").path
        _ = try MultiPassStorage.update(at: path, identity: settings.identity(of: time, build: "1"))
        var others = [try settings.identity(of: time, build: "2")]
        var changed = settings
        changed.source = "another"
        others.append(try changed.identity(of: time, build: "1"))
        others.append(try SessionSettings(film, kilobitsPerSecond: 201).identity(of: time, build: "1"))
        for (other, field) in zip(others, ["granary build", "source", "settings"]) {
            let error = #expect(throws: StorageError.self) { try MultiPassStorage.update(at: path, identity: other) }
            #expect(error?.code == .mismatchedIdentity)
            #expect(error?.cause.contains(field) == true, "\(error?.cause ?? "")")
        }
    }

    @Test("a storage that is open is refused, and accepted after it is closed")
    func openTwice() throws {
        let settings = SessionSettings(film, kilobitsPerSecond: 200)
        let identity = try settings.identity(of: film.timeline.timeRange, build: "")
        let path = TemporaryFolder.current.appending(path: "storage").path
        var first: MultiPassStorage? = try MultiPassStorage.update(at: path, identity: identity)
        let error = #expect(throws: StorageError.self) { try MultiPassStorage.update(at: path, identity: identity) }
        #expect(error?.code == .inUse)
        _ = consume first
        first = nil
        #expect(throws: Never.self) { try MultiPassStorage.update(at: path, identity: identity) }
    }

    @Test("a metric that the encoder does not measure, and impossible limits, are refused")
    func settings() throws {
        var settings = SessionSettings(film, kilobitsPerSecond: 200)
        settings.shortestKeyFrameInterval = 0
        #expect(code { _ = try CompressionSession(settings, storage: nil) } == .refusedSettings)
        settings = SessionSettings(film, kilobitsPerSecond: 200, maximum: 0)
        #expect(code { _ = try CompressionSession(settings, storage: nil) } == .refusedSettings)
    }
}
