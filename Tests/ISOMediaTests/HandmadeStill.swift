import HEIF
import HEVC
import Media
import TestSupport

@testable import ISOMedia

/// Image files whose coded pictures are a few bytes: only what surrounds them is real.
enum HandmadeStill {
    /// Size of the picture that the parameter sets describe.
    static let size = PictureSize(width: 160, height: 96)

    /// A picture of 8 bits.
    static func picture(_ bytes: [UInt8] = [0, 0, 0, 2, 0x26, 1]) throws -> ImageDescription {
        ImageDescription(picture: bytes, size: size, configuration: try configuration(KnownStreams.main))
    }

    /// Six tiles, of which the last column and row are cut.
    static func grid() throws -> ImageDescription {
        var grid = ImageDescription(
            tiles: (0..<6).map { [0, 0, 0, 3, 0x26, 1, $0] },
            columns: 3,
            tileSize: size,
            size: PictureSize(width: 400, height: 100),
            configuration: try configuration(KnownStreams.main)
        )
        grid.colour = ColourMetadata(
            colour: ColourDescription(primaries: 12, transfer: 13, matrix: 5, isFullRange: true)
        )
        return grid
    }

    /// A picture of 10 bits in PQ, with everything that describes light.
    static func hdr() throws -> ImageDescription {
        let sets = KnownStreams.layered
        var image = ImageDescription(
            picture: [0, 0, 0, 2, 0x26, 1],
            size: PictureSize(width: 162, height: 90),
            configuration: try configuration(sets)
        )
        image.colour = ColourMetadata(
            colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9),
            masteringDisplay: HDR10Example.display,
            contentLight: ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        )
        image.pixelAspect = PixelAspect(horizontal: 4, vertical: 3)
        return image
    }

    /// A file with a grid, a thumbnail and metadata.
    static func whole() throws -> StillDescription {
        var still = StillDescription([try grid()])
        still.thumbnail = try picture()
        var exif = ExifDescription(size: PictureSize(width: 400, height: 100))
        exif.software = "Granary"
        exif.dateTime = "2026:11:28 09:00:00"
        still.exif = exif
        still.xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>"
        return still
    }

    private static func configuration(_ sets: ParameterSets) throws -> HEVCConfigurationBox {
        try HEVCConfigurationBox(sets, try SliceHeader.Context(sets), constantRate: nil)
    }
}
