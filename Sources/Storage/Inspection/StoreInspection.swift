/// Reads stores for the commands `granary storage list`, `dump` and `check`.
///
/// LMDB trusts the pages of its files, and a damaged page can crash its reader. Unless `contentMatchesName` is true,
/// call the rest in a child process.
package enum StoreInspection {
    /// Whether the SHA-256 of a published file starts with the digits in its name; nil if the name has none.
    ///
    /// Reads the whole file without LMDB, so it is safe on any file.
    package static func contentMatchesName(_ path: String) throws -> Bool? {
        guard let name = PublishedName(path) else { return nil }
        return try Publication.sha256(of: OpenFile(reading: path)).hasPrefix(name.digits)
    }

    /// The summary of a store.
    package static func summary(_ path: String) throws -> StoreSummary {
        let fileByteCount = try OpenFile(reading: path).byteCount()
        switch try kind(of: path) {
        case .multiPass:
            let storage = try MultiPassStorage.open(at: path)
            return StoreSummary(
                path: path,
                kind: .multiPass,
                identity: storage.identity,
                recordCount: storage.frameCount,
                sampleByteCount: nil,
                parameterSets: nil,
                fileByteCount: fileByteCount
            )
        case .silo:
            let silo = try FrameSilo.open(at: path)
            return StoreSummary(
                path: path,
                kind: .silo,
                identity: silo.identity,
                recordCount: silo.sampleCount,
                sampleByteCount: silo.byteCount,
                parameterSets: try silo.parameterSets(),
                fileByteCount: fileByteCount
            )
        case .dynamicMetadata:
            let table = try DynamicMetadataTable.open(at: path)
            return StoreSummary(
                path: path,
                kind: .dynamicMetadata,
                identity: table.identity,
                recordCount: table.frameCount,
                sampleByteCount: nil,
                parameterSets: nil,
                fileByteCount: fileByteCount
            )
        }
    }

    /// Passes on all records in the order of their keys.
    package static func dump(_ path: String, _ body: (StoreEntry) throws -> Void) throws {
        switch try kind(of: path) {
        case .multiPass: try MultiPassStorage.open(at: path).forEachRecord { try body(.frame($0)) }
        case .silo: try FrameSilo.open(at: path).forEachHeader { try body(.sample($0)) }
        case .dynamicMetadata: try DynamicMetadataTable.open(at: path).forEachRecord { try body(.metadata($0)) }
        }
    }

    /// The kind of store that a file claims to be.
    static func kind(of path: String) throws -> StoreKind {
        try StoreFile(opening: nil, at: path, expecting: nil).kind
    }
}
