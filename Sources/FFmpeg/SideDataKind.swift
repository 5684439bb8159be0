/// The side data of streams and frames that is used.
package enum SideDataKind: Hashable, Sendable {
    /// Primaries and luminance of the mastering display.
    case masteringDisplay
    /// MaxCLL and MaxFALL.
    case contentLight
    /// The configuration record of Dolby Vision; only of streams.
    case dolbyVision
    /// How pictures are rotated; only of streams.
    case displayMatrix
    /// Metadata of Dolby Vision for one picture; only of frames.
    case dolbyVisionUnits
    /// An ICC profile; only of frames.
    case colourProfile
    /// HDR10+ metadata; only of frames.
    case dynamicMetadata
}
