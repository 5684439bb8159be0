/// Reads sample groups like mp4dump (Bento4), by observation of its output. It shares no code with the module under
/// test.
///
/// - Boxes are read from a stream. A box that it does not understand stays opaque; its size gives the next one.
/// - `sgpd` of version 2 stays opaque. In version 0 the first entry takes all of the rest. In version 1 an entry that
///   has its own length counts as empty, and the length is not skipped.
/// - `sbgp` with more entries than it has room for is read as empty.
struct Bento4StyleReader {
    private(set) var entries: [String: [[UInt8]]] = [:]
    private(set) var indexes: [String: [Int]] = [:]

    init(_ file: [UInt8]) { walk(file[...]) }

    private mutating func walk(_ stream: ArraySlice<UInt8>) {
        var stream = stream
        while stream.count >= 8 {
            let size = Self.take(&stream)
            let type = String(decoding: stream.prefix(4), as: UTF8.self)
            stream = stream.dropFirst(4)
            guard size >= 8, size - 8 <= stream.count else { return }
            let body = stream.prefix(size - 8)
            stream = stream.dropFirst(size - 8)
            if ["moov", "trak", "mdia", "minf", "stbl"].contains(type) { walk(body) }
            if type == "sgpd" { description(body) }
            if type == "sbgp" { mapping(body) }
        }
    }

    private static func take(_ stream: inout ArraySlice<UInt8>) -> Int {
        defer { stream = stream.dropFirst(4) }
        return stream.prefix(4).reduce(0) { $0 * 256 + Int($1) }
    }

    private mutating func description(_ body: ArraySlice<UInt8>) {
        guard body.count >= 12, let version = body.first, version <= 1 else { return }
        var body = body.dropFirst(4)
        let type = String(decoding: body.prefix(4), as: UTF8.self)
        body = body.dropFirst(4)
        let common = version == 1 ? Self.take(&body) : 0
        var found: [[UInt8]] = []
        for _ in 0..<min(Self.take(&body), body.count + 1) {
            let length = version == 0 ? body.count : common
            if length <= body.count { found.append(Array(body.prefix(length))) }
            body = body.dropFirst(length)
        }
        entries[type] = found
    }

    private mutating func mapping(_ body: ArraySlice<UInt8>) {
        guard body.count >= 12, let version = body.first, version <= 1 else { return }
        var body = body.dropFirst(4)
        let type = String(decoding: body.prefix(4), as: UTF8.self)
        body = body.dropFirst(version == 1 ? 8 : 4)
        let count = Self.take(&body)
        var found: [Int] = []
        if count <= body.count / 8 {
            for _ in 0..<count {
                let samples = Self.take(&body)
                found += Array(repeating: Self.take(&body), count: samples)
            }
        }
        indexes[type] = found
    }
}
