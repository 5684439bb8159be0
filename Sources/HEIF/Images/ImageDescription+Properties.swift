import ISOMedia
import Media

extension ImageDescription {
    /// Properties that the image has in common with its tiles: what a decoder needs, and its colours.
    private var colourProperties: [ImageItem.Property] {
        var properties: [ImageItem.Property] = []
        if !colour.colour.isUnspecified {
            properties.append(ImageItem.Property(ItemProperty(ColourInformationBox(colour.colour))))
        }
        if let profile { properties.append(ImageItem.Property(ItemProperty(ColourInformationBox(profile: profile)))) }
        return properties
    }

    private func extent(_ size: PictureSize) -> ImageItem.Property {
        ImageItem.Property(
            ItemProperty(ImageExtentBox(width: UInt32(clamping: size.width), height: UInt32(clamping: size.height)))
        )
    }

    private var pixels: ImageItem.Property {
        let (luma, chroma) = (configuration.lumaBitDepth, configuration.chromaBitDepth)
        let bits = configuration.chromaFormat == 0 ? [luma] : [luma, chroma, chroma]
        return ImageItem.Property(ItemProperty(PixelInformationBox(channelBits: bits)))
    }

    private var decoding: ImageItem.Property {
        ImageItem.Property(ItemProperty(configuration), isEssential: true)
    }

    /// Of a picture that is a tile.
    var tileProperties: [ImageItem.Property] { [extent(pictureSize), decoding, pixels] + colourProperties }

    /// Of the image: descriptions first, then the transformations in the order in which they apply.
    func properties(isGrid: Bool) -> [ImageItem.Property] {
        var properties = [extent(size)] + (isGrid ? [] : [decoding]) + [pixels] + colourProperties
        if let display = colour.masteringDisplay {
            properties.append(ImageItem.Property(ItemProperty(MasteringDisplayBox(display))))
        }
        if let light = colour.contentLight {
            properties.append(ImageItem.Property(ItemProperty(ContentLightBox(light))))
        }
        if pixelAspect != .square {
            properties.append(ImageItem.Property(ItemProperty(PixelAspectBox(pixelAspect))))
        }
        return properties + turn.properties
    }
}

extension PictureTurn {
    /// `irot` and `imir`, in this order; empty for a picture that is shown as it is.
    var properties: [ImageItem.Property] {
        let (quarters, isMirrored): (UInt8, Bool?) =
            switch (isTransposed, flipsHorizontally, flipsVertically) {
            case (false, false, false): (0, nil)
            case (false, true, true): (2, nil)
            case (false, true, false): (0, true)
            case (false, false, true): (0, false)
            case (true, true, false): (3, nil)
            case (true, false, true): (1, nil)
            case (true, false, false): (3, true)
            case (true, true, true): (1, true)
            }
        var properties: [ImageItem.Property] = []
        if quarters > 0 {
            let box = ItemProperty(ImageRotationBox(quarters: quarters))
            properties.append(ImageItem.Property(box, isEssential: true))
        }
        if let isMirrored {
            let box = ItemProperty(ImageMirrorBox(swapsLeftAndRight: isMirrored))
            properties.append(ImageItem.Property(box, isEssential: true))
        }
        return properties
    }
}
