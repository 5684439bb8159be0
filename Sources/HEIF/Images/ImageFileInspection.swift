package import ISOMedia
import Media

/// Reads the description of a HEIF file from any bytes. Damage results in findings, or in an error if there are no
/// items. It decodes nothing, and reads at most `metaLimit` bytes and one payload of each grid.
package struct ImageFileInspection {
    /// Most bytes of a `meta` box that are read: more than 100,000 items.
    package static let metaLimit: UInt64 = 1 << 24
    /// Most findings that are listed.
    static let findingLimit = 200

    private(set) var findings: [String] = []
    private var omittedFindings = 0

    /// Whether a file has items. One that also has a movie may have a `meta` box for another purpose.
    package static func hasItems(_ source: some ByteSource) -> Bool {
        var scanner = BoxScanner()
        let types = ((try? scanner.scan(source, in: 0..<source.byteCount)) ?? []).map(\.type)
        return types.contains("meta") && (!types.contains("moov") || (try? parse(source)) != nil)
    }

    /// Describes a file. Throws `notMovie` if it has no `meta` box with items, `unreadable` if the source fails.
    package static func parse(_ source: some ByteSource) throws(MovieError) -> ImageFileDescription {
        var scanner = BoxScanner()
        let boxes = try scanner.scan(source, in: 0..<source.byteCount)
        guard let meta = boxes.first(where: { $0.type == "meta" }) else {
            throw MovieError(.notMovie, "box 'meta'", "it is missing: the file has no items")
        }
        guard meta.byteCount <= metaLimit else {
            throw MovieError(.tooLarge, "box 'meta'", "\(meta.byteCount) bytes are more than \(metaLimit)")
        }
        var inspection = ImageFileInspection()
        for finding in scanner.findings { inspection.find(finding) }
        if boxes.count(where: { $0.type == "meta" }) > 1 { inspection.find("there is more than one box 'meta'") }
        var fileType: FileTypeBox?
        if let node = boxes.first(where: { $0.type == "ftyp" }), node.byteCount <= 1 << 16 {
            fileType = try? FileTypeBox(payload: source.read(node)[...])
        }
        if fileType == nil { inspection.find("box 'ftyp' is missing or damaged") }
        let tables = try ImageTables(source.read(meta), at: meta, &inspection)
        var description = ImageFileDescription(
            byteCount: source.byteCount,
            majorBrand: fileType?.majorBrand,
            compatibleBrands: fileType?.compatibleBrands ?? [],
            primary: tables.primary,
            hasMovie: boxes.contains { $0.type == "moov" },
            items: tables.items(byteCount: source.byteCount, &inspection),
            references: tables.references,
            findings: [],
            boxes: boxes
        )
        inspection.readGrids(&description, source)
        inspection.check(description)
        description.findings = inspection.allFindings
        return description
    }

    /// Adds a finding, unless there are too many.
    mutating func find(_ finding: String) {
        if findings.count < Self.findingLimit { findings.append(finding) } else { omittedFindings += 1 }
    }

    private var allFindings: [String] {
        omittedFindings == 0 ? findings : findings + ["\(counted(omittedFindings, "more finding")) not listed"]
    }

    /// Reads the payload of each grid.
    private mutating func readGrids(_ description: inout ImageFileDescription, _ source: some ByteSource) {
        for index in description.items.indices where description.items[index].kind == "grid" {
            let item = description.items[index]
            guard (8...12).contains(item.byteCount) else {
                find("item \(item.number): a grid has 8 or 12 bytes, not \(item.byteCount)")
                continue
            }
            do {
                description.items[index].grid = try ImageGrid(payload: source.bytes(of: item, atMost: 12))
            } catch {
                find("item \(item.number): \(error.cause)")
            }
        }
    }
}

extension ByteSource {
    /// The payload of a box, whose size the caller limits.
    fileprivate func read(_ node: BoxNode) throws(MovieError) -> [UInt8] {
        try read(at: node.payload.lowerBound, count: Int(node.payload.upperBound - node.payload.lowerBound))
    }

    /// The bytes of an item, in the order of its extents.
    ///
    /// Throws `tooLarge` if there are more than `limit`, `damaged` if there are none.
    package func bytes(of item: ImageItemDescription, atMost limit: Int) throws(MovieError) -> [UInt8] {
        guard item.byteCount > 0 else {
            throw MovieError(.damaged, "item \(item.number)", "it has no bytes in this file")
        }
        guard item.byteCount <= UInt64(limit) else {
            throw MovieError(.tooLarge, "item \(item.number)", "\(item.byteCount) bytes are more than \(limit)")
        }
        var bytes: [UInt8] = []
        for extent in item.extents { bytes += try read(at: extent.offset, count: Int(extent.byteCount)) }
        return bytes
    }
}
