import Media

/// The common part of both kinds of store: the environment, and the table with the store's kind and identity.
final class StoreFile {
    let environment: Environment
    let kind: StoreKind
    private(set) var identity: StoreIdentity

    private let kinds: Table<String, StoreKind>
    private let identities: Table<String, StoreIdentity>
    private let parameterSets: Table<String, ParameterSets>
    private let timescales: Table<String, DecodeTimescale>

    static let tableName = "about"
    private enum Key {
        static let kind = "kind"
        static let identity = "identity"
        static let parameterSets = "parameter-sets"
        static let timescale = "decode-timescale"
    }

    /// Creates a store in a file that must not exist yet.
    init(
        creating kind: StoreKind,
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int
    ) throws(StorageError) {
        environment = try Environment(creating: path, mapByteCount: mapByteCount)
        self.kind = kind
        self.identity = identity
        kinds = try environment.table(StoreFile.tableName)
        identities = Table(name: kinds.name, handle: kinds.handle)
        parameterSets = Table(name: kinds.name, handle: kinds.handle)
        timescales = Table(name: kinds.name, handle: kinds.handle)
        try environment.write { [kinds, identities] (transaction) throws(StorageError) in
            try transaction.put(kinds, Key.kind, kind)
            try transaction.put(identities, Key.identity, identity)
        }
    }

    /// Opens a store for reading.
    init(opening kind: StoreKind?, at path: String, expecting: StoreIdentity?) throws {
        environment = try Environment(reading: path)
        kinds = try environment.table(StoreFile.tableName)
        let identities = Table<String, StoreIdentity>(name: kinds.name, handle: kinds.handle)
        parameterSets = Table(name: kinds.name, handle: kinds.handle)
        timescales = Table(name: kinds.name, handle: kinds.handle)
        self.identities = identities
        let found = try environment.read { [kinds] in
            (kind: try $0.value(kinds, Key.kind), identity: try $0.value(identities, Key.identity))
        }
        let attempted = "open a store"
        guard let foundKind = found.kind, let identity = found.identity else {
            throw StorageError(.damaged, attempted: attempted, subject: path, cause: "it has no record of its kind")
        }
        if let kind, kind != foundKind {
            throw StorageError(
                .wrongKind,
                attempted: "open a \(kind.name)",
                subject: path,
                cause: "it is a \(foundKind.name)"
            )
        }
        if let expecting, let (field, found, expected) = identity.firstMismatch(with: expecting) {
            throw StorageError(
                .mismatchedIdentity,
                attempted: "open a \(foundKind.name)",
                subject: path,
                cause: "its \(field) is \(found), not \(expected)"
            )
        }
        self.kind = foundKind
        self.identity = identity
    }

    func setEncoderOptions(_ options: String) throws(StorageError) {
        var changed = identity
        changed.encoderOptions = options
        try environment.write { [identities, changed] (transaction) throws(StorageError) in
            try transaction.put(identities, Key.identity, changed)
        }
        identity = changed
    }

    func storedParameterSets() throws -> ParameterSets? {
        try environment.read { try $0.value(parameterSets, Key.parameterSets) }
    }

    func setParameterSets(_ sets: ParameterSets) throws(StorageError) {
        try environment.write { [parameterSets] (transaction) throws(StorageError) in
            try transaction.put(parameterSets, Key.parameterSets, sets)
        }
    }

    func storedTimescale() throws -> Int32? {
        try environment.read { try $0.value(timescales, Key.timescale)?.ticksPerSecond }
    }

    func setTimescale(_ timescale: Int32) throws(StorageError) {
        try environment.write { [timescales] (transaction) throws(StorageError) in
            try transaction.put(timescales, Key.timescale, DecodeTimescale(ticksPerSecond: timescale))
        }
    }
}
