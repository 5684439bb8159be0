import ISOMedia

/// The boxes inside `meta`, as far as they could be read.
struct ImageTables {
    /// Number of the primary item.
    private(set) var primary: UInt32?
    private var entries: [ItemEntryBox] = []
    private var locations: [ItemLocationBox.Location] = []
    /// The references.
    private(set) var references: [ItemReferenceBox.Reference] = []
    private var properties = ItemPropertyBox(
        properties: [],
        associations: ItemPropertyAssociationBox(entries: [])
    )
    /// Where the payload of `idat` is in the file.
    private var itemData: Range<UInt64> = 0..<0

    /// Reads the payload of the `meta` box at `node`. Throws `notMovie` if it has no items.
    init(
        _ payload: [UInt8],
        at node: BoxNode,
        _ inspection: inout ImageFileInspection
    ) throws(MovieError) {
        var reader = BoxReader("meta", payload)
        var seen: Set<FourCC> = []
        do throws(MovieError) {
            _ = try reader.fullBox()
            while let child = try reader.child() {
                if !seen.insert(child.type).inserted, child.type != "free" {
                    inspection.find("box '\(child.type)' is there twice: the second one is not read")
                    continue
                }
                if child.type == "idat" {
                    let start = node.payload.lowerBound + UInt64(child.payload.startIndex)
                    itemData = start..<start + UInt64(child.payload.count)
                }
                do throws(MovieError) {
                    try read(child.type, child.payload, &inspection)
                } catch {
                    inspection.find("\(error.subject): \(error.cause)")
                }
            }
        } catch {
            inspection.find("\(error.subject): \(error.cause)")
        }
        guard seen.contains("iinf"), !entries.isEmpty else {
            throw MovieError(.notMovie, "box 'iinf'", "it is missing, empty or damaged: the file has no items")
        }
    }

    private mutating func read(
        _ type: FourCC,
        _ payload: ArraySlice<UInt8>,
        _ inspection: inout ImageFileInspection
    ) throws(MovieError) {
        switch type {
        case "hdlr":
            let handler = try HandlerBox(payload: payload).handler
            if handler != "pict" { inspection.find("the handler of 'meta' is '\(handler)', not 'pict'") }
        case "pitm": primary = try PrimaryItemBox(payload: payload).item
        case "iinf": entries = try ItemInformationBox(payload: payload).entries
        case "iloc": locations = try ItemLocationBox(payload: payload).locations
        case "iref": references = try ItemReferenceBox(payload: payload).references
        case "iprp": properties = try ItemPropertyBox(payload: payload)
        default: break
        }
    }

    /// The items with their places and properties.
    func items(byteCount: UInt64, _ inspection: inout ImageFileInspection) -> [ImageItemDescription] {
        var places: [UInt32: Int] = [:]
        var items: [ImageItemDescription] = []
        for entry in entries {
            var item = ImageItemDescription(number: entry.item, kind: entry.kind)
            item.name = entry.name
            item.contentType = entry.contentType
            item.isHidden = entry.isHidden
            item.isProtected = entry.protection > 0
            if item.isProtected { inspection.find("item \(entry.item) is protected, and cannot be read") }
            if places.updateValue(items.count, forKey: entry.item) != nil {
                inspection.find("item \(entry.item) is there twice")
            }
            items.append(item)
        }
        var located: Set<UInt32> = []
        for location in locations {
            guard let place = places[location.item] else {
                inspection.find("box 'iloc' has a place for item \(location.item), which does not exist")
                continue
            }
            guard located.insert(location.item).inserted else {
                inspection.find("item \(location.item) has two places")
                continue
            }
            items[place].extents = extents(of: location, byteCount: byteCount, &inspection)
        }
        describe(&items, places, &inspection)
        return items
    }

    /// The extents of an item, from the beginning of the file; none if one of them is outside.
    private func extents(
        of location: ItemLocationBox.Location,
        byteCount: UInt64,
        _ inspection: inout ImageFileInspection
    ) -> [ImageItemDescription.Extent] {
        guard location.dataReference == 0 else {
            inspection.find("item \(location.item) is in another file")
            return []
        }
        let whole: Range<UInt64>
        switch location.origin {
        case .file: whole = 0..<byteCount
        case .itemData: whole = itemData
        case .item:
            inspection.find("item \(location.item) is part of another item, which is not read")
            return []
        }
        var extents: [ImageItemDescription.Extent] = []
        var sum: UInt64 = 0
        for extent in location.extents {
            let (offset, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
            let room = UInt64(whole.count)
            guard !overflow, offset <= room, extent.byteCount <= room - offset else {
                inspection.find("item \(location.item): bytes from \(offset) on are outside of the file or of 'idat'")
                return []
            }
            // A length of 0 is that of the rest.
            let count = extent.byteCount == 0 ? room - offset : extent.byteCount
            sum += count
            guard sum <= byteCount else {
                inspection.find("item \(location.item): its extents are together larger than the file")
                return []
            }
            extents.append(ImageItemDescription.Extent(offset: whole.lowerBound + offset, byteCount: count))
        }
        return extents
    }

    private func describe(
        _ items: inout [ImageItemDescription],
        _ places: [UInt32: Int],
        _ inspection: inout ImageFileInspection
    ) {
        let values = properties.properties.enumerated().map { index, property in
            let value = ItemPropertyValue(property)
            if case .damaged(let cause) = value { inspection.find("property \(index + 1): \(cause)") }
            return value
        }
        var described: Set<UInt32> = []
        for entry in properties.associations.entries {
            guard let place = places[entry.item] else {
                inspection.find("box 'ipma' has properties for item \(entry.item), which does not exist")
                continue
            }
            guard described.insert(entry.item).inserted else {
                inspection.find("item \(entry.item) has its properties twice")
                continue
            }
            for association in entry.associations where association.index > 0 {
                let index = Int(association.index) - 1
                guard values.indices.contains(index) else {
                    inspection.find("item \(entry.item) has property \(index + 1) of \(values.count)")
                    continue
                }
                items[place].properties.append(
                    ImageItemDescription.Property(
                        type: properties.properties[index].type,
                        isEssential: association.isEssential
                    )
                )
                values[index].apply(to: &items[place])
            }
        }
    }
}
