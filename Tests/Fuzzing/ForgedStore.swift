import Checksums
import Foundation
import Media
import Storage

/// The bytes of a sound store, in which pages and records are forged.
struct ForgedStore {
    /// Size of the pages of a store that was written here.
    private static let pageByteCount = Int(getpagesize())

    private let bytes: [UInt8]
    /// Where the records lie that have a checksum.
    private let records: [Range<Int>]

    /// A storage with records on several pages, one of which is too large for its page.
    static let multiPass = try? ForgedStore { folder in
        let storage = try MultiPassStorage.create(at: folder + "/scratch", identity: identity)
        for frame in 0..<48 { try storage.append(record(frame, cutreeByteCount: frame == 5 ? 5000 : 90)) }
        try storage.setEncoderOptions("#options: 64x64 fps=24/1")
        return try Publication.publish(storage, stem: "store", in: folder)
    }

    /// A silo with small samples and one that is too large for its page.
    static let silo = try? ForgedStore { folder in
        let silo = try FrameSilo.create(at: folder + "/scratch", identity: identity)
        try silo.setParameterSets(ParameterSets(vps: [64, 1], sps: [66, 1], pps: [68, 1]))
        for order in 0..<48 { try silo.add(sample(order, byteCount: order == 7 ? 9000 : 300)) }
        return try Publication.publish(silo, stem: "store", in: folder)
    }

    private init(_ publish: (String) throws -> PublishedFile) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/granary-forged-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        bytes = [UInt8](try Data(contentsOf: URL(filePath: try publish(folder).path(in: folder))))
        records = Self.records(in: bytes)
    }

    /// The store with some bytes replaced. Each edit has five: what sort it is, three of a place, and what stands
    /// there.
    func applying(_ edits: ArraySlice<UInt8>) -> [UInt8] {
        var forged = bytes
        var rest = edits
        while rest.count >= 5 {
            let edit = Array(rest.prefix(5))
            rest = rest.dropFirst(5)
            let place = Int(edit[1]) << 16 | Int(edit[2]) << 8 | Int(edit[3])
            switch edit[0] & 3 {
            case 0: forged[place % bytes.count] = edit[4]
            case 1:
                // The head of a page, its pointers, or a meta page.
                let page = Int(edit[1]) % (bytes.count / Self.pageByteCount)
                forged[page * Self.pageByteCount + Int(edit[3]) % 160] = edit[4]
            case 2:
                // The head of a node.
                let record = records[Int(edit[1]) % records.count]
                forged[max(record.lowerBound - 16 + Int(edit[3]) % 16, 0)] = edit[4]
            default:
                let record = records[Int(edit[1]) % records.count]
                let fields = record.dropLast(8)
                forged[fields.lowerBound + (Int(edit[2]) << 8 | Int(edit[3])) % fields.count] = edit[4]
                // Safe: bytes have no padding between them.
                let sum = byteChecksum(unsafe forged[fields].span.bytes)
                for index in 0..<8 {
                    forged[fields.upperBound + index] = UInt8(truncatingIfNeeded: sum >> (56 - 8 * index))
                }
            }
        }
        return forged
    }

    /// Values on leaves that end in a checksum of what comes before it.
    private static func records(in bytes: [UInt8]) -> [Range<Int>] {
        var records: [Range<Int>] = []
        func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
        let isLeaf = 2
        for page in stride(from: 0, to: bytes.count, by: pageByteCount) where number(page + 10) == isLeaf {
            for pointer in stride(from: page + 16, to: page + number(page + 12), by: 2) {
                let node = page + number(pointer)
                let value = node + 8 + number(node + 6)
                let range = value..<value + (number(node) | number(node + 2) << 16)
                guard range.count > 8, range.upperBound <= page + pageByteCount else { continue }
                let sum = bytes[range.suffix(8)].reduce(0) { $0 << 8 | UInt64($1) }
                // Safe: bytes have no padding between them.
                if byteChecksum(unsafe bytes[range.dropLast(8)].span.bytes) == sum { records.append(range) }
            }
        }
        return records
    }

    private static let identity = StoreIdentity(
        jobHash: "job",
        sourceHash: "source",
        granaryBuild: "1",
        encoderBuild: "4.1",
        readerBuild: "reader 1",
        range: 0,
        pass: 1,
        frames: 0..<48,
        timeRange: TimeRange(start: .zero, end: MediaTime(value: 48, timescale: 24))
    )

    private static func record(_ frame: Int, cutreeByteCount: Int) -> FrameRecord {
        FrameRecord(
            statistics: FrameStatistics(
                frame: frame,
                encodeOrder: frame,
                type: frame == 0 ? .idr : .predicted,
                qpHundredths: 2500,
                aqQpHundredths: 2400,
                noVbvQpHundredths: 2500,
                rceQHundredths: 2500,
                textureBits: 1000,
                motionBits: 200,
                miscBits: 50,
                intraUnitsHundredths: 100,
                predictedUnitsHundredths: 1400,
                skippedUnitsHundredths: 100,
                isSceneCut: false
            ),
            cutree: Array(repeating: 7, count: cutreeByteCount),
            quality: FrameQuality(psnrY: 40, psnrU: 42, psnrV: 42, ssim: 0.98),
            compressedBits: 1200
        )
    }

    private static func sample(_ order: Int, byteCount: Int) -> EncodedSample {
        let time = MediaTime(value: Int64(order), timescale: 24)
        return EncodedSample(
            frame: order,
            decodeTime: time,
            presentationTime: time,
            duration: MediaTime(value: 1, timescale: 24),
            flags: order == 0 ? [.sync] : [],
            temporalLevel: 0,
            nalUnitType: order == 0 ? 19 : 1,
            pictureHash: PictureHash(high: 1, low: UInt64(order)),
            bytes: Array(repeating: UInt8(order), count: byteCount)
        )
    }
}
