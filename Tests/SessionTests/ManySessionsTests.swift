import Foundation
import Media
import Session
import Storage
import TestSupport
import Testing

@Suite("Many sessions", .temporaryFolder)
struct ManySessionsTests {
    @Test("a thousand sessions that are finished, cancelled or released leave no open file and no other file")
    func thousand() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 64), count: 2)
        let settings = SessionSettings(film, kilobitsPerSecond: 50, maximum: 2)
        for number in 0..<1000 {
            let bench = try FilmInSession(film, settings, name: "film-\(number % 3)")
            let session = try CompressionSession(settings, storage: bench.storage)
            guard !session.isFinished else { continue }
            try session.beginPass()
            try session.encode(film.picture(0)) { _ in }
            if number % 3 == 0 { session.cancelPass() }
            if number % 3 == 1 {
                try session.encode(film.picture(1)) { _ in }
                _ = try session.endPass { _ in }
            }
        }
        #expect(try TemporaryFolder.openDescriptors().isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path)
        #expect(names.count == 6, "\(names)")
    }
}
