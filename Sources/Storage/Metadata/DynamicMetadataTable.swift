package import Media

/// The dynamic HDR metadata of a film's frames: an LMDB file, one record per frame, with the payloads in a table of
/// their own, because neighbouring frames often have the same.
///
/// It is written once, when the film has been scouted, and published; ranges and passes only read it. Frames have
/// their numbers in the film. Not for use from several threads.
package final class DynamicMetadataTable {
    /// The file.
    package let path: String
    /// Number of frames that have a record.
    package private(set) var frameCount: Int

    let file: StoreFile
    private let frames: Table<Int64, MetadataReference>
    private let payloads: Table<Int64, MetadataPayload>

    private var pendingFrames: [(frame: Int64, reference: MetadataReference)] = []
    private var pendingPayloads: [(number: Int64, payload: MetadataPayload)] = []
    private var pendingByteCount = 0
    private var payloadCount: Int64 = 0
    /// The payloads that were stored last, newest first, with their numbers.
    private var recent: [(number: Int64, bytes: [UInt8])] = []

    static let frameTableName = "frames"
    static let payloadTableName = "payloads"
    /// Payloads that a frame is compared with before its own is stored. Decoding order mixes two shots at a cut.
    private static let recentLimit = 16

    /// Creates an empty table in a file that must not exist yet, on a local file system.
    ///
    /// - Parameter identity: of the whole film, with range and pass 0.
    package static func create(
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int = 16 << 20
    ) throws -> DynamicMetadataTable {
        try DynamicMetadataTable(
            StoreFile(creating: .dynamicMetadata, at: path, identity: identity, mapByteCount: mapByteCount)
        )
    }

    /// Opens a published table for reading. Verify its SHA-256 first: LMDB trusts the pages of its files.
    ///
    /// - Parameter expecting: the required identity; a difference is an error that names the field and both values.
    package static func open(at path: String, expecting: StoreIdentity? = nil) throws -> DynamicMetadataTable {
        try DynamicMetadataTable(StoreFile(opening: .dynamicMetadata, at: path, expecting: expecting))
    }

    private init(_ file: StoreFile) throws {
        self.file = file
        path = file.environment.path
        let frames: Table<Int64, MetadataReference> = try file.environment.table(Self.frameTableName)
        self.frames = frames
        payloads = try file.environment.table(Self.payloadTableName)
        frameCount = try file.environment.read { try $0.count(frames) }
    }

    /// What the table was made from.
    package var identity: StoreIdentity { file.identity }

    /// Adds the metadata of a frame, in any order. Throws if the film has no such frame.
    ///
    /// Precondition: no frame comes twice.
    package func add(_ record: FrameMetadata) throws {
        guard identity.frames.contains(record.frame) else {
            throw StorageError(
                .outsideTimeRange,
                attempted: "store the dynamic metadata of frame \(record.frame)",
                subject: path,
                cause: "the film has the frames \(identity.frames)"
            )
        }
        let reference = MetadataReference(
            hdr10Plus: record.metadata.hdr10Plus.map(number) ?? 0,
            dolbyVision: record.metadata.dolbyVision.map(number) ?? 0,
            isInherited: record.isInherited
        )
        pendingFrames.append((Int64(record.frame), reference))
        frameCount += 1
        if pendingFrames.count >= Batch.recordLimit || pendingByteCount >= Batch.byteLimit { try flush() }
    }

    /// The metadata of a frame. Throws `damaged` if it has no record, or one without its payloads.
    package func metadata(ofFrame frame: Int) throws -> DynamicMetadata { try record(ofFrame: frame).metadata }

    /// Passes on the records of all frames in presentation order. An error that `body` throws ends the iteration.
    package func forEachRecord(_ body: (FrameMetadata) throws -> Void) throws {
        for frame in identity.frames { try body(record(ofFrame: frame)) }
    }

    private func record(ofFrame frame: Int) throws -> FrameMetadata {
        try flush()
        return try file.environment.read { transaction in
            guard let reference = try transaction.value(frames, Int64(frame)) else {
                throw damaged(frame, "it has no record")
            }
            let hdr10Plus = try payload(reference.hdr10Plus, of: frame, transaction)
            let dolbyVision = try payload(reference.dolbyVision, of: frame, transaction)
            return FrameMetadata(
                frame: frame,
                metadata: DynamicMetadata(hdr10Plus: hdr10Plus, dolbyVision: dolbyVision),
                isInherited: reference.isInherited
            )
        }
    }

    private func payload(
        _ number: Int64,
        of frame: Int,
        _ transaction: borrowing ReadTransaction
    ) throws(StorageError) -> [UInt8]? {
        guard number > 0 else { return nil }
        guard let payload = try transaction.value(payloads, number) else {
            throw damaged(frame, "payload \(number) is missing")
        }
        return payload.bytes
    }

    func flush() throws {
        guard !pendingFrames.isEmpty else { return }
        let (newFrames, newPayloads) = (pendingFrames, pendingPayloads)
        try file.environment.write { [frames, payloads] (transaction) throws(StorageError) in
            for (number, payload) in newPayloads { try transaction.put(payloads, number, payload) }
            for (frame, reference) in newFrames { try transaction.put(frames, frame, reference) }
        }
        pendingFrames.removeAll(keepingCapacity: true)
        pendingPayloads.removeAll(keepingCapacity: true)
        pendingByteCount = 0
    }

    /// The number of a payload, which is stored unless one of the last ones is the same.
    private func number(of bytes: [UInt8]) -> Int64 {
        if let known = recent.first(where: { $0.bytes == bytes }) { return known.number }
        payloadCount += 1
        pendingPayloads.append((payloadCount, MetadataPayload(bytes)))
        pendingByteCount += bytes.count
        recent.insert((payloadCount, bytes), at: 0)
        if recent.count > Self.recentLimit { recent.removeLast() }
        return payloadCount
    }

    private func damaged(_ frame: Int, _ cause: String) -> StorageError {
        StorageError(
            .damaged,
            attempted: "read the dynamic metadata of frame \(frame)",
            subject: path,
            cause: cause
        )
    }
}
