import Checksums
import Foundation
import HEVC
import Media
import Storage
import TestSupport
import Testing

@testable import Worker

@Suite(.temporaryFolder)
struct SiloVerificationTests {
    private var folder: String { TemporaryFolder.current.path }

    /// Files with different contents; some are damaged after they were described.
    private func overlay(count: Int, damaged: Set<Int>) throws -> SiloOverlay {
        SiloOverlay(
            try (0..<count).map { number in
                // The first ones take longest, so that later ones are checked meanwhile.
                var bytes = [UInt8](repeating: UInt8(number), count: number < 2 ? 3 << 20 : 5000)
                let file = PublishedFile(
                    name: "range-\(number).silo",
                    sha256: bytes.withRawSpan { SHA256Digest.of($0) },
                    byteCount: bytes.count
                )
                if damaged.contains(number) { bytes[bytes.count - 1] ^= 1 }
                try Data(bytes).write(to: URL(filePath: file.path(in: folder)))
                return SiloOverlay.Layer(folder: folder, file: file)
            }
        )
    }

    @Test("Progress is reported once for each silo, and intact silos pass", arguments: [0, 1, 9])
    func whole(count: Int) throws {
        var reports = 0
        try SiloVerification(of: try overlay(count: count, damaged: [])).finish { reports += 1 }
        #expect(reports == count)
    }

    @Test(
        "The error names the first of several damaged silos, whichever is found first",
        arguments: [[8], [0, 3], [1, 2, 3, 4, 5, 6, 7, 8], Array(0..<9)]
    )
    func damaged(silos: [Int]) throws {
        var reports = 0
        let verification = SiloVerification(of: try overlay(count: 9, damaged: Set(silos)))
        let error = #expect(throws: StorageError.self) { try verification.finish { reports += 1 } }
        #expect(error?.code == .wrongChecksum)
        #expect(error?.subject == "\(folder)/range-\(silos[0]).silo")
        #expect(reports == 9, "progress is reported for every silo")
    }

    @Test("A missing silo and a damaged one are different errors")
    func missing() throws {
        let overlay = try overlay(count: 3, damaged: [2])
        try FileManager.default.removeItem(atPath: overlay.layers[1].path)
        let error = #expect(throws: StorageError.self) { try SiloVerification(of: overlay).finish {} }
        #expect(error?.code == .missing)
        #expect(error?.subject == overlay.layers[1].path)
    }
}
