/// Reads sample groups like MP4Box (GPAC), by observation of what it accepts. It shares no code with the module under
/// test.
///
/// - Boxes are read recursively; one invalid box refuses the whole file.
/// - `sgpd` of version 0 is refused; version 1 and later have a length at the start, version 2 and later a default
///   index.
/// - An entry without bytes is refused, except for `tsas` and `stsa`; `tscl` has twenty bytes, with any stated length.
/// - More entries than the box has bytes are refused.
/// - A sample that `sbgp` does not reach is in the group of the default index.
struct GPACStyleReader {
    enum Refusal: Error { case invalidFile }

    private(set) var entries: [String: [[UInt8]]] = [:]
    private var defaults: [String: Int] = [:]
    private var runs: [String: [(count: Int, index: Int)]] = [:]
    private let file: [UInt8]

    init(_ file: [UInt8]) throws {
        self.file = file
        try children(from: 0, to: file.count)
    }

    /// The entry of a sample's group, from 1; 0 for none.
    func index(ofSample sample: Int, in type: String) -> Int {
        var first = 0
        for run in runs[type] ?? [] {
            if sample < first + run.count { return run.index }
            first += run.count
        }
        return defaults[type] ?? 0
    }

    private func number(_ place: Int) throws -> Int {
        guard place >= 0, place + 4 <= file.count else { throw Refusal.invalidFile }
        return Int(file[place]) << 24 | Int(file[place + 1]) << 16 | Int(file[place + 2]) << 8 | Int(file[place + 3])
    }

    private func code(_ place: Int) throws -> String {
        guard place + 4 <= file.count else { throw Refusal.invalidFile }
        return String(decoding: file[place..<(place + 4)], as: UTF8.self)
    }

    private mutating func children(from start: Int, to end: Int) throws {
        var place = start
        while place + 8 <= end {
            let size = try number(place)
            let type = try code(place + 4)
            guard size >= 8, place + size <= end else { throw Refusal.invalidFile }
            let (body, next) = (place + 8, place + size)
            switch type {
            case "moov", "trak", "mdia", "minf", "stbl": try children(from: body, to: next)
            case "sgpd": try description(from: body, to: next)
            case "sbgp": try mapping(from: body, to: next)
            default: break
            }
            place = next
        }
    }

    private mutating func description(from start: Int, to end: Int) throws {
        let version = file[start]
        let type = try code(start + 4)
        var place = start + 8
        guard version > 0 else { throw Refusal.invalidFile }
        let common = try number(place)
        place += 4
        if version >= 2 {
            defaults[type] = try number(place)
            place += 4
        }
        let count = try number(place)
        place += 4
        guard count <= end - start else { throw Refusal.invalidFile }
        var found: [[UInt8]] = []
        for _ in 0..<count {
            var length = common
            if length == 0 {
                length = try number(place)
                place += 4
            }
            if length == 0, type != "tsas", type != "stsa" { throw Refusal.invalidFile }
            if type == "tscl" { length = 20 }
            guard place + length <= end else { throw Refusal.invalidFile }
            found.append(Array(file[place..<(place + length)]))
            place += length
        }
        entries[type] = found
    }

    private mutating func mapping(from start: Int, to end: Int) throws {
        let type = try code(start + 4)
        var place = start + (file[start] == 1 ? 12 : 8)
        let count = try number(place)
        place += 4
        guard count * 8 <= end - place else { throw Refusal.invalidFile }
        var found: [(count: Int, index: Int)] = []
        for _ in 0..<count {
            found.append((try number(place), try number(place + 4)))
            place += 8
        }
        runs[type] = found
    }
}
