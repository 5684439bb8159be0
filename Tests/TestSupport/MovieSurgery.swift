package import Foundation

/// Changes to the header of an MP4 that lies behind its media, so that no offset moves: as FFmpeg writes it when it is
/// not asked for anything else.
package enum MovieSurgery {
    /// Why a movie could not be changed.
    package struct Failure: Error {
        /// What was not found.
        package let missing: String
    }

    /// Inserts boxes at the end of the first sample entry of the first track, or in front of its other boxes.
    package static func insert(_ boxes: [UInt8], into movie: URL, inFront: Bool = false) throws {
        var bytes = [UInt8](try Data(contentsOf: movie))
        var path: [Range<Int>] = []
        var inside = 0..<bytes.count
        for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
            guard let box = children(of: bytes, in: inside).first(where: { name(of: bytes, $0) == type }) else {
                throw Failure(missing: type)
            }
            path.append(box)
            inside = (box.lowerBound + 8)..<box.upperBound
        }
        // Version, flags and count stand before the entries of `stsd`, 78 bytes of fields before the boxes of a video
        // entry.
        guard let entry = children(of: bytes, in: (inside.lowerBound + 8)..<inside.upperBound).first else {
            throw Failure(missing: "sample entry")
        }
        if let media = children(of: bytes, in: 0..<bytes.count).last(where: { name(of: bytes, $0) == "mdat" }),
            media.lowerBound > entry.lowerBound
        {
            throw Failure(missing: "header behind the media")
        }
        bytes.insert(contentsOf: boxes, at: inFront ? entry.lowerBound + 8 + 78 : entry.upperBound)
        for box in path + [entry] {
            let size = box.count + boxes.count
            for index in 0..<4 { bytes[box.lowerBound + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
        }
        try Data(bytes).write(to: movie)
    }

    /// Puts a reference in place of those of the first track, to the file that its samples are in.
    package static func replaceDataReference(_ reference: [UInt8], in movie: URL) throws {
        var bytes = [UInt8](try Data(contentsOf: movie))
        var path: [Range<Int>] = []
        var inside = 0..<bytes.count
        for type in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
            guard let box = children(of: bytes, in: inside).first(where: { name(of: bytes, $0) == type }) else {
                throw Failure(missing: type)
            }
            path.append(box)
            inside = (box.lowerBound + 8)..<box.upperBound
        }
        // Version, flags and count stand before the entries.
        let entries = (inside.lowerBound + 8)..<inside.upperBound
        bytes.replaceSubrange(entries, with: reference)
        for box in path {
            let size = box.count + reference.count - entries.count
            for index in 0..<4 { bytes[box.lowerBound + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
        }
        try Data(bytes).write(to: movie)
    }

    static func children(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var boxes: [Range<Int>] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound {
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, start + size <= range.upperBound else { break }
            boxes.append(start..<start + size)
            start += size
        }
        return boxes
    }

    static func name(of bytes: [UInt8], _ box: Range<Int>) -> String {
        String(decoding: bytes[box.lowerBound + 4..<box.lowerBound + 8], as: UTF8.self)
    }
}
