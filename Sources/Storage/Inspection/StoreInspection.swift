/// Looks into stores for people: what `granary storage list`, `dump` and `check` show.
///
/// LMDB trusts the pages of its files, and a damaged one can crash its reader. Where `contentMatchesName` is not true,
/// call the rest in a child process.
package enum StoreInspection {
    /// Whether the SHA-256 of a published file starts with the digits in its name; nil when its name has none.
    ///
    /// Reads the file from end to end and leaves LMDB out of it, so that it is safe on any file.
    package static func contentMatchesName(_ path: String) throws -> Bool? {
        guard let name = PublishedName(path) else { return nil }
        return try Publication.sha256(of: OpenFile(reading: path)).hasPrefix(name.digits)
    }

    /// What a store is.
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
        }
    }

    /// Hands over all records in the order of their keys.
    package static func dump(_ path: String, _ body: (StoreEntry) throws -> Void) throws {
        switch try kind(of: path) {
        case .multiPass: try MultiPassStorage.open(at: path).forEachRecord { try body(.frame($0)) }
        case .silo: try FrameSilo.open(at: path).forEachHeader { try body(.sample($0)) }
        }
    }

    /// What a file says that it holds.
    static func kind(of path: String) throws -> StoreKind {
        try StoreFile(opening: nil, at: path, expecting: nil).kind
    }
}
