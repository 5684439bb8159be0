import Foundation
import Media
import Storage

extension Workload {
    /// LMDB below multi-pass storage and frame silos: a range of 240 frames.
    static var stores: [Workload] {
        [
            Workload("LMDB put: statistics and samples of 240 frames") {
                let folder = try ScratchFolder()
                let (records, samples) = (StoredRange.records(), StoredRange.samples())
                return {
                    let storage = try MultiPassStorage.create(
                        at: folder.fresh("put.multipass"),
                        identity: StoredRange.identity
                    )
                    for record in records { try storage.append(record) }
                    try storage.close()
                    let silo = try FrameSilo.create(at: folder.fresh("put.silo"), identity: StoredRange.identity)
                    for sample in samples { try silo.add(sample) }
                    try silo.close()
                    return storage.frameCount + silo.byteCount
                }
            },
            Workload("LMDB get: statistics and samples of 240 frames, opened and read with their checksums") {
                let folder = try ScratchFolder()
                let (records, samples) = (folder.fresh("get.multipass"), folder.fresh("get.silo"))
                try StoredRange.store(records: records, samples: samples)
                return {
                    _ = folder
                    var bits = 0
                    try MultiPassStorage.open(at: records).forEachRecord { bits += $0.statistics.bits }
                    try FrameSilo.open(at: samples).forEachSample { header, _ in bits += header.byteCount }
                    return bits
                }
            },
            Workload("LMDB publish: stores of 240 frames, compacted, hashed and renamed") {
                let folder = try ScratchFolder()
                let (records, samples) = (folder.fresh("publish.multipass"), folder.fresh("publish.silo"))
                let (storage, silo) = try StoredRange.store(records: records, samples: samples)
                return {
                    let published = [
                        try Publication.publish(storage, stem: "range", in: folder.path),
                        try Publication.publish(silo, stem: "range", in: folder.path),
                    ]
                    return published.reduce(0) { $0 + $1.byteCount }
                }
            },
        ]
    }
}

/// The records and samples of one pass over a range of ten seconds.
private enum StoredRange {
    static let frames = 240

    static let identity = StoreIdentity(
        jobHash: "1",
        sourceHash: "2",
        granaryBuild: "3",
        encoderBuild: "4",
        readerBuild: "5",
        range: 0,
        pass: 1,
        frames: 0..<frames,
        timeRange: TimeRange(start: time(0), end: time(frames))
    )

    @discardableResult
    static func store(records: String, samples: String) throws -> (MultiPassStorage, FrameSilo) {
        let storage = try MultiPassStorage.create(at: records, identity: identity)
        for record in self.records() { try storage.append(record) }
        try storage.close()
        let silo = try FrameSilo.create(at: samples, identity: identity)
        for sample in self.samples() { try silo.add(sample) }
        try silo.close()
        return (storage, silo)
    }

    /// A cutree record of 720p is 3.6 KB.
    static func records() -> [FrameRecord] {
        var noise = Noise(3)
        return (0..<frames).map { frame in
            FrameRecord(
                statistics: FrameStatistics(
                    frame: frame,
                    encodeOrder: frame,
                    type: frame == 0 ? .idr : frame % 4 == 0 ? .predicted : .b,
                    qpHundredths: Int32(2000 + noise.next() % 1500),
                    aqQpHundredths: Int32(2000 + noise.next() % 1500),
                    noVbvQpHundredths: 2500,
                    rceQHundredths: 2500,
                    textureBits: Int(noise.next() % 100_000),
                    motionBits: Int(noise.next() % 10_000),
                    miscBits: 400,
                    intraUnitsHundredths: Int32(noise.next() % 360_000),
                    predictedUnitsHundredths: Int32(noise.next() % 360_000),
                    skippedUnitsHundredths: Int32(noise.next() % 360_000),
                    isSceneCut: frame == 0
                ),
                cutree: frame % 4 == 0 ? noise.bytes(7200) : nil
            )
        }
    }

    static func samples() -> [EncodedSample] {
        var noise = Noise(4)
        return (0..<frames).map { frame in
            EncodedSample(
                frame: frame,
                decodeTime: time(frame),
                presentationTime: time(frame),
                duration: MediaTime(value: 1, timescale: 24),
                flags: frame == 0 ? [.sync, .intra] : [],
                temporalLevel: 0,
                nalUnitType: frame == 0 ? 20 : 1,
                pictureHash: PictureHash(high: noise.next(), low: noise.next()),
                bytes: noise.bytes(2000 + Int(noise.next() % 30_000))
            )
        }
    }

    private static func time(_ frame: Int) -> MediaTime { MediaTime(value: Int64(frame), timescale: 24) }
}
