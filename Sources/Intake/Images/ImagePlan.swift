import HEIF
import HEVC
import ISOMedia
import Media

/// What has to be decoded for the primary image of a HEIC file, checked by the numbers of the file alone.
struct ImagePlan {
    /// The primary item.
    let item: ImageItemDescription
    /// Size of the image before it is turned.
    let size: PictureSize
    /// The tiles in raster order, or the image itself.
    let tiles: [ImageItemDescription]
    /// Size of each tile.
    let tileSize: PictureSize
    /// Tiles in a row.
    let columns: Int
    /// What a decoder needs for each tile.
    let configuration: HEVCConfigurationBox

    /// Longest side of an image.
    private static let sideLimit = 1 << 17

    /// Checks a file. Throws if its primary image is no HEVC picture or grid of such, or contradicts itself.
    init(_ file: ImageFileDescription, path: String) throws(IntakeError) {
        func refuse(_ cause: String) -> IntakeError { .badImage(path, cause) }
        guard let primary = file.primary.flatMap(file.item), let size = primary.size else {
            throw refuse("it has no primary image with a size")
        }
        let numbers = primary.kind == "grid" ? file.inputs(of: primary.number) : [primary.number]
        let byNumber = Dictionary(file.items.map { ($0.number, $0) }) { first, _ in first }
        let tiles = numbers.compactMap { byNumber[$0] }
        let grid = primary.grid
        guard primary.kind != "grid" || grid != nil else { throw refuse("its grid cannot be read") }
        guard let first = tiles.first, tiles.count == numbers.count,
            tiles.count == grid?.tileCount ?? 1
        else { throw refuse("its tiles are not as many as its grid says") }
        guard let tileSize = first.size, let configuration = first.configuration,
            tiles.allSatisfy({ $0.kind == "hvc1" })
        else {
            let kinds = primary.kind == first.kind ? "'\(first.kind)'" : "'\(primary.kind)' of '\(first.kind)'"
            throw refuse("its primary image is \(kinds), not HEVC that can be decoded")
        }
        guard tiles.allSatisfy({ $0.size == tileSize && $0.configuration == configuration }) else {
            throw refuse("its tiles differ")
        }
        let all = grid == nil ? [primary] : [primary] + tiles
        if let unknown = all.flatMap(\.unknownProperties).first {
            throw refuse("readers need its property '\(unknown)', which is not known here")
        }
        guard !all.contains(where: \.isProtected) else { throw refuse("it is protected") }
        guard grid == nil || tiles.allSatisfy({ $0.turn == .none && $0.cleanAperture == nil }) else {
            throw refuse("its tiles are turned or cut one by one")
        }
        let (pixels, limit) = (size.width.multipliedReportingOverflow(by: size.height), ImageFileInspection.pixelLimit)
        let sides = [size.width, size.height, tileSize.width, tileSize.height]
        guard sides.allSatisfy((1...Self.sideLimit).contains), !pixels.overflow, pixels.partialValue <= limit,
            tileSize.width * tileSize.height <= limit
        else { throw refuse("\(size) with tiles of \(tileSize) is not possible, or more than \(limit) pixels") }
        let (across, down) = (grid?.columns ?? 1, grid?.rows ?? 1)
        // A tile that is not needed would have no place.
        guard grid == nil || across * tileSize.width >= size.width && down * tileSize.height >= size.height,
            (across - 1) * tileSize.width < size.width, (down - 1) * tileSize.height < size.height,
            grid == nil || grid?.size == size
        else { throw refuse("\(across) columns and \(down) rows of tiles of \(tileSize) are not an image of \(size)") }
        // The decoder makes room for the size of the parameter sets, whatever the file says elsewhere.
        let unit = configuration.arrays.first { $0.unitType == NALUnitType.sps.rawValue }?.units.first
        guard let unit, let set = try? unit.withRawSpan({ try SequenceParameterSet(unit: $0) }) else {
            throw refuse("its 'hvcC' has no sequence parameter set that can be read")
        }
        guard set.size == tileSize else {
            throw refuse("'ispe' says \(tileSize), and its parameter sets \(set.size)")
        }
        item = primary
        self.size = size
        self.tiles = tiles
        self.tileSize = tileSize
        columns = across
        self.configuration = configuration
    }
}
