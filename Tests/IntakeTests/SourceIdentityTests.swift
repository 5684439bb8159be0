import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Source identity", .temporaryFolder)
struct SourceIdentityTests {
    private func file(_ count: Int) throws -> URL {
        let url = TemporaryFolder.current.appending(path: "file")
        try Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }).write(to: url)
        return url
    }

    @Test(
        "a file has its own identity, and a changed byte in a hashed block is detected",
        arguments: [1, 65536, 100_000, 9_000_000]
    )
    func change(count: Int) throws {
        let url = try file(count)
        let identity = try SourceFile(path: url.path).identity(duration: .zero, hashWholeFile: false)
        #expect(identity.byteCount == Int64(count))
        #expect(identity.contentHash.count == 64)
        try FilmProbe.verifyIdentity(path: url.path, identity)
        var bytes = try Data(contentsOf: url)
        bytes[count - 1] ^= 1
        try bytes.write(to: url)
        #expect(throws: IntakeError.self) { try FilmProbe.verifyIdentity(path: url.path, identity) }
        try Data(bytes + [0]).write(to: url)
        let error = #expect(throws: IntakeError.self) { try FilmProbe.verifyIdentity(path: url.path, identity) }
        #expect(error?.code == .changed)
    }

    @Test("the whole file is hashed on request")
    func whole() throws {
        let url = try file(9_000_000)
        let identity = try SourceFile(path: url.path).identity(duration: .zero, hashWholeFile: true)
        #expect(identity.coversWholeFile)
        // Between two hashed blocks, which are about 137 000 bytes apart.
        var bytes = try Data(contentsOf: url)
        bytes[100_000] ^= 1
        try bytes.write(to: url)
        #expect(throws: IntakeError.self) { try FilmProbe.verifyIdentity(path: url.path, identity) }
    }

    @Test("a missing file is not a changed one")
    func gone() throws {
        let url = try file(10)
        let identity = try SourceFile(path: url.path).identity(duration: .zero, hashWholeFile: true)
        try FileManager.default.removeItem(at: url)
        let error = #expect(throws: IntakeError.self) { try FilmProbe.verifyIdentity(path: url.path, identity) }
        #expect(error?.kind == .sourceNotFound)
    }
}
