import Media
import TestSupport

@testable import Storage

extension StoreIdentity {
    /// A range of `frames` at 24 frames per second whose film starts at 0.
    static func sample(frames: Range<Int> = 0..<48, range: Int = 0, pass: Int = 1) -> StoreIdentity {
        StoreIdentity(
            jobHash: "5e77",
            sourceHash: "50c3",
            granaryBuild: "1",
            encoderBuild: "3.5",
            readerBuild: "59.27",
            range: range,
            pass: pass,
            frames: frames,
            timeRange: TimeRange(start: .frame(frames.lowerBound), end: .frame(frames.upperBound))
        )
    }
}

extension MediaTime {
    /// Start of a frame at 24 frames per second, in ticks of 1/24000 s.
    static func frame(_ number: Int) -> MediaTime { MediaTime(value: Int64(number) * 1000, timescale: 24000) }
}

extension TimeRange {
    /// From the start of a frame to the start of another one.
    static func frames(_ range: Range<Int>) -> TimeRange {
        TimeRange(start: .frame(range.lowerBound), end: .frame(range.upperBound))
    }
}

extension FrameRecord {
    static func random(frame: Int, cutreeByteCount: Int = 50, using generator: inout SeededGenerator) -> FrameRecord {
        let type = PictureType.allCases.randomElement(using: &generator) ?? .b
        func hundredths() -> Int32 { .random(in: -999_999...9_999_999, using: &generator) }
        func bits() -> Int { .random(in: 0...Int(Int32.max), using: &generator) }
        return FrameRecord(
            statistics: FrameStatistics(
                frame: frame,
                encodeOrder: frame,
                type: type,
                qpHundredths: hundredths(),
                aqQpHundredths: hundredths(),
                noVbvQpHundredths: hundredths(),
                rceQHundredths: hundredths(),
                textureBits: bits(),
                motionBits: bits(),
                miscBits: bits(),
                intraUnitsHundredths: hundredths(),
                predictedUnitsHundredths: hundredths(),
                skippedUnitsHundredths: hundredths(),
                isSceneCut: .random(using: &generator)
            ),
            cutree: type.isReferenced ? generator.bytes(cutreeByteCount) : nil,
            quality: .random(using: &generator)
                ? FrameQuality(psnrY: 41.5, psnrU: .random(in: 20...60, using: &generator), psnrV: 44, ssim: 0.98)
                : nil,
            compressedBits: .random(using: &generator) ? bits() : nil
        )
    }
}

extension EncodedSample {
    /// The sample decoded when frame `order` is presented; its own frame is a different one, as with B frames.
    static func random(order: Int, byteCount: Int = 300, using generator: inout SeededGenerator) -> EncodedSample {
        let frame = order ^ 1
        return EncodedSample(
            frame: frame,
            decodeTime: .frame(order),
            presentationTime: .frame(frame),
            duration: MediaTime(value: 1000, timescale: 24000),
            flags: order == 0 ? [.sync, .intra] : [],
            temporalLevel: UInt8(order % 3),
            nalUnitType: order == 0 ? 19 : 1,
            pictureHash: PictureHash(high: generator.next(), low: generator.next()),
            bytes: generator.bytes(byteCount)
        )
    }
}

extension FrameSilo {
    /// All samples, joined.
    func samples(in range: TimeRange? = nil) throws -> [EncodedSample] {
        var samples: [EncodedSample] = []
        try forEachSample(in: range) { header, bytes in samples.append(EncodedSample(header, bytes)) }
        return samples
    }
}

extension EncodedSample {
    init(_ header: SampleHeader, _ bytes: RawSpan) {
        self.init(
            frame: header.frame,
            decodeTime: header.decodeTime,
            presentationTime: header.presentationTime,
            duration: header.duration,
            flags: header.flags,
            temporalLevel: header.temporalLevel,
            nalUnitType: header.nalUnitType,
            pictureHash: header.pictureHash,
            // Safe: the span's bytes are copied while they are lent.
            bytes: unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        )
    }
}

extension StoredRecord {
    /// Reads a record from an array.
    init(stored: [UInt8]) throws(RecordFlaw) {
        // Safe: bytes have no padding between them.
        try self.init(record: unsafe stored.span.bytes)
    }
}

extension TableKey {
    /// Reads a key from an array.
    init?(stored: [UInt8]) {
        // Safe: bytes have no padding between them.
        unsafe self.init(keyBytes: stored.span.bytes)
    }
}

extension RawSpan {
    /// The first byte. Precondition: the span is not empty.
    var first: UInt8 {
        // Safe: any byte is a UInt8, and the load checks its bounds.
        unsafe unsafeLoad(as: UInt8.self)
    }
}
