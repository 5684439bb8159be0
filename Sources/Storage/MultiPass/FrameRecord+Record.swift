extension FrameRecord: StoredRecord {
    static var version: UInt8 { 1 }

    private struct Presence: OptionSet {
        let rawValue: UInt8
        static let sceneCut = Presence(rawValue: 1)
        static let cutree = Presence(rawValue: 2)
        static let quality = Presence(rawValue: 4)
        static let compressedBits = Presence(rawValue: 8)
        static let avc = Presence(rawValue: 16)
        static let all: Presence = [.sceneCut, .cutree, .quality, .compressedBits, .avc]
    }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        let presence = Presence(rawValue: try reader.read(UInt8.self))
        guard Presence.all.isSuperset(of: presence) else { throw .impossible("set of fields") }
        let frame = try reader.count("frame")
        let order = try reader.count("encode order")
        guard frame < FrameRecord.mostFrames, order < FrameRecord.mostFrames else { throw .impossible("frame") }
        guard let type = PictureType(rawValue: try reader.read(UInt8.self)) else { throw .impossible("type") }
        statistics = FrameStatistics(
            frame: frame,
            encodeOrder: order,
            type: type,
            qpHundredths: try reader.read(Int32.self),
            aqQpHundredths: try reader.read(Int32.self),
            noVbvQpHundredths: try reader.read(Int32.self),
            rceQHundredths: try reader.read(Int32.self),
            textureBits: try reader.bits(),
            motionBits: try reader.bits(),
            miscBits: try reader.bits(),
            intraUnitsHundredths: try reader.read(Int32.self),
            predictedUnitsHundredths: try reader.read(Int32.self),
            skippedUnitsHundredths: try reader.read(Int32.self),
            isSceneCut: presence.contains(.sceneCut)
        )
        if presence.contains(.quality) {
            quality = FrameQuality(
                psnrY: try reader.read(Double.self),
                psnrU: try reader.read(Double.self),
                psnrV: try reader.read(Double.self),
                ssim: try reader.read(Double.self)
            )
        }
        if presence.contains(.compressedBits) {
            let bits = try reader.count("bit count")
            guard bits <= Int(UInt32.max) * 8 else { throw .impossible("bit count") }
            compressedBits = bits
        }
        if presence.contains(.avc) { statistics.avc = try AVCFrameStatistics(from: &reader) }
        if presence.contains(.cutree) { cutree = try reader.bytes() }
    }

    func write(to writer: inout RecordWriter) {
        var presence: Presence = statistics.isSceneCut ? .sceneCut : []
        if cutree != nil { presence.insert(.cutree) }
        if quality != nil { presence.insert(.quality) }
        if compressedBits != nil { presence.insert(.compressedBits) }
        if statistics.avc != nil { presence.insert(.avc) }
        writer.write(presence.rawValue)
        writer.write(Int64(statistics.frame))
        writer.write(Int64(statistics.encodeOrder))
        writer.write(statistics.type.rawValue)
        writer.write(statistics.qpHundredths)
        writer.write(statistics.aqQpHundredths)
        writer.write(statistics.noVbvQpHundredths)
        writer.write(statistics.rceQHundredths)
        for bits in [statistics.textureBits, statistics.motionBits, statistics.miscBits] { writer.write(Int64(bits)) }
        writer.write(statistics.intraUnitsHundredths)
        writer.write(statistics.predictedUnitsHundredths)
        writer.write(statistics.skippedUnitsHundredths)
        if let quality {
            for value in [quality.psnrY, quality.psnrU, quality.psnrV, quality.ssim] { writer.write(value) }
        }
        if let compressedBits { writer.write(Int64(compressedBits)) }
        statistics.avc?.write(to: &writer)
        if let cutree { writer.write(cutree) }
    }
}

extension AVCFrameStatistics {
    fileprivate init(from reader: inout RecordReader) throws(RecordFlaw) {
        duration = try reader.read(Int32.self)
        bufferDuration = try reader.read(Int32.self)
        directMode = try reader.read(UInt8.self)
        guard Self.directModes.contains(directMode) else { throw .impossible("direct mode") }
        references = try Self.list(from: &reader)
        let numbers = try Self.list(from: &reader)
        guard [0, 3, 8].contains(numbers.count) else { throw .impossible("weights") }
        weights = numbers.isEmpty ? nil : numbers
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.write(duration)
        writer.write(bufferDuration)
        writer.write(directMode)
        for list in [references, weights ?? []] {
            writer.write(UInt8(list.count))
            for number in list { writer.write(number) }
        }
    }

    private static func list(from reader: inout RecordReader) throws(RecordFlaw) -> [Int32] {
        let count = try reader.read(UInt8.self)
        guard count <= longestList else { throw .impossible("list of numbers") }
        var numbers: [Int32] = []
        for _ in 0..<count { numbers.append(try reader.read(Int32.self)) }
        return numbers
    }
}

extension FrameRecord {
    /// More frames than any range has.
    fileprivate static let mostFrames = 1 << 30
}

extension RecordReader {
    /// Bits of a part of a picture: x265 uses 32-bit numbers.
    fileprivate mutating func bits() throws(RecordFlaw) -> Int {
        guard let bits = Int32(exactly: try read(Int64.self)) else { throw .impossible("bit count") }
        return Int(bits)
    }
}
