import ISOMedia
import Media

/// A property as it was read.
enum ItemPropertyValue {
    case extent(ImageExtentBox)
    case pixels([UInt8])
    case configuration(HEVCConfigurationBox)
    case colour(ColourInformationBox)
    case masteringDisplay(MasteringDisplay)
    case contentLight(ContentLight)
    case pixelAspect(PixelAspect)
    case turn(PictureTurn)
    case aperture(CleanAperture)
    case auxiliary(String)
    /// One that is not read here.
    case other
    /// One that cannot be read, and why.
    case damaged(String)

    /// Reads a property.
    init(_ property: ItemProperty) {
        do throws(MovieError) {
            switch property.type {
            case "ispe": self = .extent(try property.read(ImageExtentBox.self))
            case "pixi": self = .pixels(try property.read(PixelInformationBox.self).channelBits)
            case "hvcC": self = .configuration(try property.read(HEVCConfigurationBox.self))
            case "colr": self = .colour(try property.read(ColourInformationBox.self))
            case "mdcv": self = .masteringDisplay(try property.read(MasteringDisplayBox.self).display)
            case "clli": self = .contentLight(try property.read(ContentLightBox.self).light)
            case "pasp": self = .pixelAspect(try property.read(PixelAspectBox.self).aspect)
            case "irot": self = .turn(PictureTurn(quarters: try property.read(ImageRotationBox.self).quarters))
            case "imir":
                let swaps = try property.read(ImageMirrorBox.self).swapsLeftAndRight
                self = .turn(
                    PictureTurn(isTransposed: false, flipsHorizontally: swaps, flipsVertically: !swaps)
                )
            case "clap": self = .aperture(try property.read(CleanApertureBox.self).aperture)
            case "auxC": self = .auxiliary(try property.read(AuxiliaryTypeBox.self).name)
            default: self = .other
            }
        } catch {
            self = .damaged("\(error.subject): \(error.cause)")
        }
    }

    /// Describes an item by the property. Of colours, codes and a profile may both be there.
    func apply(to item: inout ImageItemDescription) {
        switch self {
        case .extent(let box): item.size = box.size
        case .pixels(let bits): item.channelBits = bits
        case .configuration(let box): item.configuration = box
        case .colour(let box):
            if box.hasCodes { item.colour = box.colour } else { item.profile = box.profile }
        case .masteringDisplay(let display): item.masteringDisplay = display
        case .contentLight(let light): item.contentLight = light
        case .pixelAspect(let aspect): item.pixelAspect = aspect
        case .turn(let turn): item.turn = item.turn.followed(by: turn)
        case .aperture(let aperture): item.cleanAperture = aperture
        case .auxiliary(let name): item.auxiliary = name
        case .other, .damaged: break
        }
    }
}

extension PictureTurn {
    /// A turn by quarters anticlockwise, as `irot` counts them.
    init(quarters: UInt8) {
        switch quarters & 3 {
        case 1: self.init(isTransposed: true, flipsHorizontally: false, flipsVertically: true)
        case 2: self.init(isTransposed: false, flipsHorizontally: true, flipsVertically: true)
        case 3: self.init(isTransposed: true, flipsHorizontally: true, flipsVertically: false)
        default: self = .none
        }
    }

    /// This turn, and then another one.
    func followed(by other: PictureTurn) -> PictureTurn {
        // A transposition after a flip is the other flip after the transposition.
        let (across, down) =
            other.isTransposed ? (flipsVertically, flipsHorizontally) : (flipsHorizontally, flipsVertically)
        return PictureTurn(
            isTransposed: isTransposed != other.isTransposed,
            flipsHorizontally: across != other.flipsHorizontally,
            flipsVertically: down != other.flipsVertically
        )
    }
}
