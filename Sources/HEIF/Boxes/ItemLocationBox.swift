package import ISOMedia

/// `iloc`: where the bytes of the items are (ISO/IEC 14496-12 8.11.3).
package struct ItemLocationBox: Box {
    /// From where offsets count: construction_method.
    package enum Origin: UInt8, Hashable, Sendable, Encodable {
        /// The beginning of the file.
        case file = 0
        /// The beginning of `idat`.
        case itemData = 1
        /// The beginning of another item.
        case item = 2
    }

    /// Successive bytes of an item.
    package struct Extent: Hashable, Sendable {
        /// Offset of the first byte from the base.
        package var offset: UInt64
        /// Number of bytes; 0 means all bytes to the end of the file.
        package var byteCount: UInt64

        /// Creates an extent.
        package init(offset: UInt64, byteCount: UInt64) {
            self.offset = offset
            self.byteCount = byteCount
        }
    }

    /// The place of one item.
    package struct Location: Hashable, Sendable {
        /// Number of the item.
        package var item: UInt32
        /// From where its offsets count.
        package var origin: Origin = .file
        /// Index of its data reference; 0 for this file.
        package var dataReference: UInt16 = 0
        /// Added to the offset of each extent.
        package var baseOffset: UInt64 = 0
        /// Its bytes in order.
        package var extents: [Extent]

        /// Creates a location in this file.
        package init(item: UInt32, origin: Origin = .file, extents: [Extent]) {
            self.item = item
            self.origin = origin
            self.extents = extents
        }
    }

    /// `iloc`
    package static let type: FourCC = "iloc"
    /// The places of the items.
    package var locations: [Location]

    /// Creates a box.
    package init(locations: [Location]) { self.locations = locations }

    /// Reads the payload. Each number of entries is checked against the bytes that are there.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, _) = try reader.fullBox(maximumVersion: 2)
        let sizes = try reader.u16()
        let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version == 0 ? 0 : Int(sizes & 15))
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw reader.damaged("its fields have \(offsetSize), \(lengthSize), \(baseSize) and \(indexSize) bytes")
        }
        let extentSize = offsetSize + lengthSize + indexSize
        let count = version < 2 ? Int(try reader.u16()) : Int(try reader.u32())
        let fixedSize = (version < 2 ? 2 : 4) + (version == 0 ? 0 : 2) + 2 + baseSize + 2
        guard count <= reader.remaining / fixedSize else {
            throw reader.damaged("\(count) items do not fit into \(reader.remaining) bytes")
        }
        locations = []
        for _ in 0..<count {
            var location = Location(item: version < 2 ? UInt32(try reader.u16()) : try reader.u32(), extents: [])
            let method = version == 0 ? 0 : UInt8(truncatingIfNeeded: try reader.u16() & 15)
            guard let origin = Origin(rawValue: method) else {
                throw reader.damaged("construction method \(method) is unknown")
            }
            location.origin = origin
            location.dataReference = try reader.u16()
            location.baseOffset = try reader.unsigned(bytes: baseSize)
            let extents = Int(try reader.u16())
            // Extents without any field take no bytes, so only one of them can be meant.
            guard extentSize == 0 ? extents <= 1 : extents <= reader.remaining / extentSize else {
                throw reader.damaged("\(extents) extents do not fit into \(reader.remaining) bytes")
            }
            for _ in 0..<extents {
                try reader.skip(indexSize)
                let offset = try reader.unsigned(bytes: offsetSize)
                location.extents.append(Extent(offset: offset, byteCount: try reader.unsigned(bytes: lengthSize)))
            }
            locations.append(location)
        }
    }

    /// Writes the payload: version 1, or 2 for numbers of 32 bits; fields of four bytes, or of eight beyond 4 GiB.
    package func write(to writer: inout BoxWriter) {
        let isShort = locations.count <= Int(UInt16.max) && locations.allSatisfy { $0.item <= UInt16.max }
        let values = locations.flatMap { $0.extents.flatMap { [$0.offset, $0.byteCount] } + [$0.baseOffset] }
        let isLarge = values.contains { $0 > UInt32.max }
        let hasBase = locations.contains { $0.baseOffset > 0 }
        func field(_ value: UInt64) {
            if isLarge { writer.u64(value) } else { writer.u32(UInt32(value)) }
        }
        writer.fullBox(version: isShort ? 1 : 2)
        let size: UInt8 = isLarge ? 8 : 4
        writer.u8(size << 4 | size)
        writer.u8(hasBase ? size << 4 : 0)
        writer.number(UInt32(locations.count), isShort: isShort)
        for location in locations {
            writer.number(location.item, isShort: isShort)
            writer.u16(UInt16(location.origin.rawValue))
            writer.u16(location.dataReference)
            if hasBase { field(location.baseOffset) }
            writer.u16(UInt16(location.extents.count))
            for extent in location.extents {
                field(extent.offset)
                field(extent.byteCount)
            }
        }
    }
}
