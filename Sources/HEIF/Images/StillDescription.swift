package import ISOMedia
import Media

/// The content of a still image file: one image or several, a thumbnail, and metadata.
package struct StillDescription: Hashable, Sendable {
    /// The images; the first one is the primary one.
    package var images: [ImageDescription]
    /// A reduced copy of the primary image.
    package var thumbnail: ImageDescription?
    /// Exif metadata of the primary image.
    package var exif: ExifDescription?
    /// An XMP packet about the primary image, in XML.
    package var xmp: String?

    /// Creates a description.
    package init(_ images: [ImageDescription]) { self.images = images }

    /// The file as items, the tiles of an image before it.
    ///
    /// Throws `invalidConfiguration` if there is no image, or a grid is none.
    package func file() throws(MovieError) -> ImageFile {
        var file = ImageFile(fileType: fileType)
        guard !images.isEmpty else { throw MovieError(.invalidConfiguration, "a still", "it has no image") }
        for (index, image) in images.enumerated() {
            let item = try Self.add(image, to: &file)
            if index == 0 { file.primary = item }
        }
        if let thumbnail {
            let item = try Self.add(thumbnail, to: &file)
            file.refer("thmb", from: item, to: [file.primary])
        }
        if let exif {
            let item = file.add(ImageItem("Exif", payload: try exif.payload()))
            file.refer("cdsc", from: item, to: [file.primary])
        }
        if let xmp {
            var item = ImageItem("mime", payload: Array(xmp.utf8))
            item.contentType = "application/rdf+xml"
            file.refer("cdsc", from: file.add(item), to: [file.primary])
        }
        return file
    }

    private static func add(_ image: ImageDescription, to file: inout ImageFile) throws(MovieError) -> UInt32 {
        guard let grid = try image.grid() else {
            guard image.pictures.count == 1, image.size == image.pictureSize else {
                throw MovieError(.invalidConfiguration, "an image of \(image.size)", "one picture does not fill it")
            }
            var item = ImageItem("hvc1", payload: image.pictures[0])
            item.properties = image.properties(isGrid: false)
            return file.add(item)
        }
        let tiles = image.pictures.map { picture in
            var tile = ImageItem("hvc1", payload: picture)
            tile.isHidden = true
            tile.properties = image.tileProperties
            return file.add(tile)
        }
        var item = ImageItem("grid", payload: grid.payload)
        item.place = .itemData
        item.properties = image.properties(isGrid: true)
        let number = file.add(item)
        file.refer("dimg", from: number, to: tiles)
        return number
    }

    /// The brands (ISO/IEC 23008-12 10 and B.4; ISO/IEC 23000-22): `heic` for 8 bits in Main or Main Still Picture,
    /// `heix` for others; those of MIAF only for images that follow its rules.
    private var fileType: FileTypeBox {
        let all = images + (thumbnail.map { [$0] } ?? [])
        func areAll(_ profiles: Set<UInt8>) -> Bool { all.allSatisfy { profiles.contains($0.configuration.profile) } }
        let major: FourCC = areAll([1, 3]) ? "heic" : "heix"
        var brands: [FourCC] = ["mif1", major]
        if all.allSatisfy({ $0.deviations.isEmpty }) {
            brands.append("miaf")
            // Level 6 at most.
            if all.allSatisfy({ $0.configuration.level <= 180 && !$0.configuration.isHighTier }) {
                if areAll([1, 3]) { brands.append("MiHB") } else if areAll([1, 2, 3]) { brands.append("MiHA") }
            }
        }
        return FileTypeBox(majorBrand: major, compatibleBrands: brands)
    }
}
