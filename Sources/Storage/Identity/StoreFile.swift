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
    convenience init(
        creating kind: StoreKind,
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int
    ) throws(StorageError) {
        try self.init(
            kind,
            in: Environment(creating: path, mapByteCount: mapByteCount),
            identity: identity
        )
    }

    /// Opens a store for updates by one process at a time, or creates it if the file does not exist.
    ///
    /// - Parameter identity: that of a new store, and the required one of an existing store.
    static func update(
        _ kind: StoreKind,
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int
    ) throws -> StoreFile {
        guard OpenFile.exists(path) else {
            let environment = try Environment(creatingForUpdates: path, mapByteCount: mapByteCount)
            return try StoreFile(kind, in: environment, identity: identity)
        }
        // Read first, so that a store of something else is not replaced by its copy.
        _ = try StoreFile(opening: kind, at: path, expecting: identity)
        let environment = try Environment(updating: path, mapByteCount: mapByteCount)
        return try StoreFile(kind, in: environment, expecting: identity)
    }

    /// Creates the records of a new store.
    private init(_ kind: StoreKind, in environment: Environment, identity: StoreIdentity) throws(StorageError) {
        self.environment = environment
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
    convenience init(opening kind: StoreKind?, at path: String, expecting: StoreIdentity?) throws {
        try self.init(kind, in: Environment(reading: path), expecting: expecting)
    }

    /// Reads the records of an existing store.
    private init(_ kind: StoreKind?, in environment: Environment, expecting: StoreIdentity?) throws {
        self.environment = environment
        let path = environment.path
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
