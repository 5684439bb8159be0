package import ISOMedia
import Media

/// A HEIF file as items and references, before it has bytes (ISO/IEC 23008-12 6.2).
package struct ImageFile: Hashable, Sendable {
    /// Most items of a file that is written: references and locations count them with 16 bits.
    package static let itemLimit = 65_000
    /// Brands of the file.
    package var fileType: FileTypeBox
    /// The items; the first one has the number 1.
    package private(set) var items: [ImageItem] = []
    /// Their references.
    package private(set) var references: [ItemReferenceBox.Reference] = []
    /// Number of the item that is shown first.
    package var primary: UInt32 = 0

    /// Starts a file without items.
    package init(fileType: FileTypeBox) { self.fileType = fileType }

    /// Adds an item, and returns its number.
    package mutating func add(_ item: ImageItem) -> UInt32 {
        items.append(item)
        return UInt32(items.count)
    }

    /// Says that the bytes of an item are those of a sample of the movie that follows. Precondition: the item exists.
    ///
    /// - Parameter offset: of the sample, from the beginning of the file.
    package mutating func place(_ item: UInt32, at offset: UInt64) { items[Int(item) - 1].place = .sample(offset) }

    /// Adds references from an item.
    package mutating func refer(_ kind: FourCC, from: UInt32, to: [UInt32]) {
        references.append(ItemReferenceBox.Reference(kind, from: from, to: to))
    }

    /// The whole file: `ftyp`, `meta`, `mdat`.
    ///
    /// Throws `invalidConfiguration` if the primary item does not exist or is hidden, or an item is empty;
    /// `tooLarge` beyond the limits of the format.
    package func layOut() throws(MovieError) -> ImageFileLayout {
        guard items.indices.contains(Int(primary) - 1), !items[Int(primary) - 1].isHidden else {
            throw MovieError(.invalidConfiguration, "item \(primary)", "it cannot be the primary one")
        }
        guard items.count <= Self.itemLimit else {
            throw MovieError(.tooLarge, "the image file", "\(items.count) items are more than \(Self.itemLimit)")
        }
        // A length of 0 would mean all of the file.
        if let index = items.firstIndex(where: { $0.payload.isEmpty }) {
            throw MovieError(.invalidConfiguration, "item \(index + 1)", "it has no bytes")
        }
        let order = mediaOrder
        let mediaByteCount = order.reduce(0) { $0 + items[$1].payload.count }
        // Nobody has so large a still; all offsets fit in 32 bits.
        guard mediaByteCount < 1 << 31 else {
            throw MovieError(.tooLarge, "the image file", "\(mediaByteCount) bytes are 2 GiB or more")
        }
        var head = fileType.bytes
        // The size of `meta` does not depend on the offsets in it.
        let base = head.count + meta(extents: [:]).count + 8
        var extents: [UInt32: ItemLocationBox.Extent] = [:]
        var offset = base
        for index in order {
            let count = items[index].payload.count
            extents[UInt32(index + 1)] = ItemLocationBox.Extent(offset: UInt64(offset), byteCount: UInt64(count))
            offset += count
        }
        head += meta(extents: extents)
        var writer = BoxWriter()
        MediaDataHeader(payloadByteCount: UInt64(mediaByteCount)).write(to: &writer)
        head += writer.bytes
        return ImageFileLayout(bytes: order.reduce(into: head) { $0 += items[$1].payload }, extents: extents)
    }

    /// Indices of the items in `mdat`: thumbnails and metadata first, so that readers of a stream have them early.
    private var mediaOrder: [Int] {
        let thumbnails = Set(references.filter { $0.kind == "thmb" }.map { Int($0.from) - 1 })
        func rank(_ index: Int) -> Int {
            if thumbnails.contains(index) { return 0 }
            return ["Exif", "mime"].contains(items[index].kind) ? 1 : 2
        }
        let stored = items.indices.filter { items[$0].place == .media }
        return (0...2).flatMap { wanted in stored.filter { rank($0) == wanted } }
    }

    /// The `meta` box (ISO/IEC 14496-12 8.11.1).
    private func meta(extents: [UInt32: ItemLocationBox.Extent]) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("meta") { writer in
            writer.fullBox(version: 0)
            writer.box(HandlerBox(handler: "pict", name: ""))
            writer.box(PrimaryItemBox(item: primary))
            writer.box(ItemInformationBox(entries: entries))
            if !references.isEmpty { writer.box(ItemReferenceBox(references: references)) }
            writer.box(propertyBox)
            let (data, locations) = itemData(extents)
            if !data.isEmpty { writer.box(ItemDataBox(bytes: data)) }
            writer.box(ItemLocationBox(locations: locations))
        }
        return writer.bytes
    }

    private var entries: [ItemEntryBox] {
        zip(UInt32(1)..., items).map { number, item in
            ItemEntryBox(item: number, kind: item.kind, contentType: item.contentType, isHidden: item.isHidden)
        }
    }

    /// Equal properties are stored once.
    private var propertyBox: ItemPropertyBox {
        var places: [ItemProperty: UInt16] = [:]
        var properties: [ItemProperty] = []
        var entries: [ItemPropertyAssociationBox.Entry] = []
        for (number, item) in zip(UInt32(1)..., items) where !item.properties.isEmpty {
            let associations = item.properties.map { property in
                let place = places[property.box] ?? UInt16(properties.count + 1)
                if places.updateValue(place, forKey: property.box) == nil { properties.append(property.box) }
                return ItemPropertyAssociationBox.Association(index: place, isEssential: property.isEssential)
            }
            entries.append(ItemPropertyAssociationBox.Entry(item: number, associations: associations))
        }
        return ItemPropertyBox(properties: properties, associations: ItemPropertyAssociationBox(entries: entries))
    }

    private func itemData(
        _ extents: [UInt32: ItemLocationBox.Extent]
    ) -> (bytes: [UInt8], locations: [ItemLocationBox.Location]) {
        var data: [UInt8] = []
        var locations: [ItemLocationBox.Location] = []
        for (number, item) in zip(UInt32(1)..., items) {
            let count = UInt64(item.payload.count)
            switch item.place {
            case .media:
                let extent = extents[number] ?? ItemLocationBox.Extent(offset: 0, byteCount: count)
                locations.append(ItemLocationBox.Location(item: number, extents: [extent]))
            case .sample(let offset):
                let extent = ItemLocationBox.Extent(offset: offset, byteCount: count)
                locations.append(ItemLocationBox.Location(item: number, extents: [extent]))
            case .itemData:
                let extent = ItemLocationBox.Extent(offset: UInt64(data.count), byteCount: count)
                locations.append(ItemLocationBox.Location(item: number, origin: .itemData, extents: [extent]))
                data += item.payload
            }
        }
        return (data, locations)
    }
}
