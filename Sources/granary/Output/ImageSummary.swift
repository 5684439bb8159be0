import HEIF
import ISOMedia
import Media

/// An inspected image file as text.
struct ImageSummary {
    /// Lines, each with its line break.
    let text: String

    /// Items of one kind that are listed one by one; of more, the first ones.
    private static let listed = 4

    init(_ file: ImageFileDescription, path: String, showsBoxes: Bool, movie: String?) {
        let brands = file.compatibleBrands.map(\.description).joined(separator: " ")
        var lines = [
            "\(path): \(file.byteCount) bytes, \(counted(file.items.count, "item"))",
            "  brand \(file.majorBrand?.description ?? "none") (\(brands))",
        ]
        var tiles = 0
        for item in file.items {
            if item.isHidden {
                tiles += 1
                if tiles == Self.listed + 1 { lines.append("item ...: further hidden items") }
                if tiles > Self.listed { continue }
            }
            lines += Self.lines(of: item, in: file)
        }
        lines += file.findings.map { "finding: \($0)" }
        if showsBoxes {
            lines += file.boxes.map { "\($0.type)  at \($0.offset), \($0.byteCount) bytes" }
        }
        text = lines.map { PlainText.field($0) + "\n" }.joined() + (movie ?? "")
    }

    private static func lines(of item: ImageItemDescription, in file: ImageFileDescription) -> [String] {
        var head = "item \(item.number): \(item.kind)"
        if file.primary == item.number { head += ", primary" }
        if item.isHidden { head += ", hidden" }
        if let type = item.contentType { head += ", \(type)" }
        if let size = item.size { head += ", \(size)" }
        if item.turn != .none { head += ", \(item.turn)" }
        var lines = [head + ", \(item.byteCount) bytes"]
        if let grid = item.grid {
            lines.append("  grid: \(counted(grid.columns, "column")), \(counted(grid.rows, "row")) of tiles")
        }
        if let hevc = item.configuration {
            lines.append(
                "  hvcC: profile \(hevc.profile), \(hevc.isHighTier ? "high" : "main") tier, level "
                    + "\(Double(hevc.level) / 30), \(hevc.lumaBitDepth) bit"
            )
        }
        if let colour = item.colour { lines.append("  colr: \(colour)") }
        if let profile = item.profile {
            let words = (try? ICCProfile(profile)).map { "\($0)" } ?? "damaged"
            lines.append("  colr: ICC profile \(words), \(profile.count) bytes")
        }
        if let light = item.contentLight {
            lines.append("  clli: \(light.maximumContentLightLevel), \(light.maximumFrameAverageLightLevel) cd/m²")
        }
        if let name = item.auxiliary { lines.append("  auxC: \(name)") }
        for reference in file.references where reference.from == item.number {
            let words: [FourCC: String] = [
                "dimg": "made of", "thmb": "thumbnail of", "cdsc": "describes", "auxl": "auxiliary image of",
            ]
            let targets =
                reference.to.count > listed
                ? counted(reference.to.count, "item") : reference.to.map { "\($0)" }.joined(separator: ", ")
            lines.append("  \(reference.kind): \(words[reference.kind] ?? "refers to") \(targets)")
        }
        return lines
    }
}
