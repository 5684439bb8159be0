import HEVC
import ISOMedia
import Media

/// What contradicts what in a HEIF file.
extension ImageFileInspection {
    /// Most pixels of an image that MIAF allows.
    package static let pixelLimit = 1 << 27

    /// Checks items and references against each other.
    mutating func check(_ file: ImageFileDescription) {
        let items = Dictionary(file.items.map { ($0.number, $0) }) { first, _ in first }
        checkPrimary(file, items)
        for item in file.items { check(item) }
        checkReferences(file, items)
        checkLoops(file)
        let inputs = Dictionary(
            file.references.filter { $0.kind == "dimg" }.map { ($0.from, $0.to) },
            uniquingKeysWith: { first, _ in first }
        )
        for item in file.items {
            if let grid = item.grid { check(grid, of: item, tiles: inputs[item.number] ?? [], items) }
        }
        if file.compatibleBrands.contains("msf1"), !file.hasMovie {
            find("the brand 'msf1' promises a sequence, but there is no movie box")
        }
        if !file.compatibleBrands.contains("mif1"), !file.compatibleBrands.contains("msf1") {
            find("neither 'mif1' nor 'msf1' is a brand of the file")
        }
    }

    private mutating func checkPrimary(_ file: ImageFileDescription, _ items: [UInt32: ImageItemDescription]) {
        guard let primary = file.primary else { return find("no item is the primary one") }
        guard let item = items[primary] else { return find("the primary item \(primary) does not exist") }
        if item.isHidden { find("the primary item \(primary) is hidden") }
        if !item.isImage { find("the primary item \(primary) is '\(item.kind)' and no image") }
    }

    private mutating func check(_ item: ImageItemDescription) {
        if item.extents.isEmpty, item.kind != "iden" { find("item \(item.number): none of its bytes can be read") }
        guard item.isImage else { return }
        guard let size = item.size else { return find("item \(item.number): its size is missing ('ispe')") }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        if size.width == 0 || size.height == 0 { find("item \(item.number): its size is \(size)") }
        if overflow || pixels > Self.pixelLimit {
            find("item \(item.number): \(size) is more than the \(Self.pixelLimit) pixels of MIAF")
        }
        var transformations: [FourCC] = []
        for property in item.properties {
            if ["clap", "irot", "imir"].contains(property.type) {
                transformations.append(property.type)
                if !property.isEssential { find("item \(item.number): '\(property.type)' is not essential") }
            }
            if ["hvcC", "av1C"].contains(property.type), item.kind == "hvc1", !property.isEssential {
                find("item \(item.number): '\(property.type)' is not essential")
            }
        }
        for type in item.unknownProperties {
            find("item \(item.number): readers need '\(type)', which is not known here")
        }
        let order: [FourCC] = ["clap", "irot", "imir"]
        if transformations != order.filter(transformations.contains) {
            find("item \(item.number): its transformations are not in the order clap, irot, imir")
        }
        if item.kind == "hvc1" { checkCoding(of: item, size) }
    }

    private mutating func checkCoding(of item: ImageItemDescription, _ size: PictureSize) {
        guard let configuration = item.configuration else {
            return find("item \(item.number): 'hvcC' is missing or damaged")
        }
        if let luma = item.channelBits?.first, luma != configuration.lumaBitDepth {
            find("item \(item.number): 'pixi' says \(luma) bits, 'hvcC' \(configuration.lumaBitDepth)")
        }
        guard let unit = configuration.arrays.first(where: { $0.unitType == NALUnitType.sps.rawValue })?.units.first,
            let sequence = try? unit.withRawSpan({ try SequenceParameterSet(unit: $0) })
        else { return find("item \(item.number): 'hvcC' has no sequence parameter set that can be read") }
        if sequence.size != size {
            find("item \(item.number): 'ispe' says \(size), its parameter sets \(sequence.size)")
        }
    }

    private mutating func checkReferences(_ file: ImageFileDescription, _ items: [UInt32: ImageItemDescription]) {
        var derived: Set<UInt32> = []
        let thumbnails = Set(file.references.filter { $0.kind == "thmb" }.map(\.from))
        for reference in file.references {
            if items[reference.from] == nil {
                find("'\(reference.kind)' is from item \(reference.from), which does not exist")
            }
            if reference.kind == "dimg", !derived.insert(reference.from).inserted {
                find("item \(reference.from) has its inputs twice")
            }
            for target in Set(reference.to).sorted() {
                if items[target] == nil {
                    find("'\(reference.kind)' of item \(reference.from) is to item \(target), which does not exist")
                }
                if target == reference.from { find("item \(target) refers to itself by '\(reference.kind)'") }
                if reference.kind == "thmb", thumbnails.contains(target) {
                    find("item \(reference.from) is a thumbnail of the thumbnail \(target)")
                }
            }
        }
    }

    /// Finds images that are made of themselves, with work that is linear in the number of references.
    private mutating func checkLoops(_ file: ImageFileDescription) {
        var inputs: [UInt32: [UInt32]] = [:]
        for reference in file.references where reference.kind == "dimg" {
            inputs[reference.from, default: []] += reference.to
        }
        var (waiting, users): ([UInt32: Int], [UInt32: [UInt32]]) = ([:], [:])
        for (item, to) in inputs {
            let distinct = Set(to)
            waiting[item] = distinct.count
            for input in distinct { users[input, default: []].append(item) }
        }
        var ready = users.keys.filter { waiting[$0] == nil }
        while let item = ready.popLast() {
            for user in users[item] ?? [] {
                waiting[user, default: 0] -= 1
                if waiting[user] == 0 { ready.append(user) }
            }
        }
        let looping = waiting.filter { $0.value > 0 }.keys.sorted()
        if let first = looping.first {
            find("item \(first) is made of itself, or of an image that is (\(counted(looping.count, "item")) in all)")
        }
    }

    private mutating func check(
        _ grid: ImageGrid,
        of item: ImageItemDescription,
        tiles: [UInt32],
        _ items: [UInt32: ImageItemDescription]
    ) {
        let name = "item \(item.number)"
        if tiles.count != grid.tileCount {
            find("\(name): \(grid.rows) rows of \(grid.columns) tiles are not \(tiles.count)")
        }
        if let size = item.size, size != grid.size { find("\(name): 'ispe' says \(size), the grid \(grid.size)") }
        guard let first = tiles.first.flatMap({ items[$0] }), let size = first.size else { return }
        let known = Set(tiles).compactMap { items[$0] }
        if known.contains(where: { $0.size != size }) { find("\(name): its tiles have different sizes") }
        if known.contains(where: { $0.kind != first.kind || $0.configuration != first.configuration }) {
            find("\(name): its tiles are coded differently")
        }
        let (across, wide) = grid.columns.multipliedReportingOverflow(by: size.width)
        let (down, high) = grid.rows.multipliedReportingOverflow(by: size.height)
        if !wide, !high, across < grid.size.width || down < grid.size.height {
            find("\(name): \(grid.rows) rows of \(grid.columns) tiles of \(size) do not cover \(grid.size)")
        }
    }
}
