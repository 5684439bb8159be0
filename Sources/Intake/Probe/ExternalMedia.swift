/// Finds out whether tracks of an MP4 or QuickTime film have their samples in another file (ISO/IEC 14496-12 8.7.2,
/// `dref`; QuickTime aliases). libavformat leaves such tracks empty, or reads this file instead of the other.
struct ExternalMedia {
    private let boxes: BoxWalk

    /// Most bytes of a reference that are read: they contain the name of the file.
    private static let limit = 1024
    /// Bytes of the shortest alias that names a file, by libavformat too; shorter ones are placeholders.
    private static let shortestAlias = 150
    /// Offset of the file name in an alias, after its length: at most 63 bytes.
    private static let aliasName = 50

    /// Creates a search.
    init(_ boxes: BoxWalk) { self.boxes = boxes }

    /// The name of the first file that a track refers to; nil if all samples are in the film itself.
    func firstName() throws(IntakeError) -> String? {
        guard let movie = try boxes.movie() else { return nil }
        for track in try boxes.children(of: movie) where track.type == "trak" {
            guard let media = try boxes.child("mdia", "minf", of: track),
                let list = try boxes.child("dinf", "dref", of: media),
                let descriptions = try boxes.child("stbl", "stsd", of: media)
            else { continue }
            let references = try boxes.children(of: list, after: 8)
            for description in try boxes.children(of: descriptions, after: 8) {
                let fields = try boxes.start(of: description, count: 8)
                guard fields.count == 8 else { continue }
                let number = Int(fields.unsigned(at: 6, bytes: 2))
                guard references.indices.contains(number - 1) else { continue }
                if let name = try name(references[number - 1]) { return name }
            }
        }
        return nil
    }

    /// The file that a reference names; nil for the film itself.
    private func name(_ reference: BoxWalk.Box) throws(IntakeError) -> String? {
        let bytes = try boxes.start(of: reference, count: Self.limit)
        // Bit 0 of the flags: the samples are in this file.
        guard bytes.count > 4, bytes[3] & 1 == 0 else { return nil }
        let data = bytes[4...]
        switch reference.type {
        case "url ", "urn ":
            let texts = data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return texts.last
        case "alis", "rsrc":
            guard data.count >= Self.shortestAlias else { return nil }
            let name = data.dropFirst(Self.aliasName + 1).prefix(min(Int(data[4 + Self.aliasName]), 63))
            return String(decoding: name, as: UTF8.self)
        default: return nil
        }
    }
}
