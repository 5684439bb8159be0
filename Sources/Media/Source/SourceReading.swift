/// How a file is read as a source, where the user overrides the file.
package struct SourceReading: Hashable, Sendable, Codable {
    /// Number of the video track, from 0 among those of the file without cover pictures; nil for the first one that is
    /// enabled.
    package var track: Int?
    /// The frame rate of a film whose own times are missing or damaged: every decoded picture is a frame at this rate.
    /// Nil uses the times of the file.
    package var frameRate: FrameRate?
    /// Whether damaged pictures are used as the decoder conceals them, and missing ones are replaced by the previous
    /// picture.
    package var concealsDamage: Bool
    /// The colours of a film of a list, for tags that its file does not have; nil for none.
    package var colour: ColourDescription?
    /// How interlaced pictures become progressive; nil refuses them.
    package var deinterlacing: Deinterlacing?
    /// How much noise is removed; nil for none.
    package var denoising: Denoising?
    /// True if steps in smooth areas are blurred; else nil.
    package var debands: Bool?
    /// The subtitles that are drawn into the pictures; nil for none.
    package var burning: SubtitleBurning?

    /// Whether pictures are filtered before they are converted.
    package var isFiltered: Bool { deinterlacing != nil || denoising != nil || debands == true }

    /// Creates a reading.
    package init(
        track: Int? = nil,
        frameRate: FrameRate? = nil,
        concealsDamage: Bool = false,
        colour: ColourDescription? = nil,
        deinterlacing: Deinterlacing? = nil,
        denoising: Denoising? = nil,
        debands: Bool? = nil,
        burning: SubtitleBurning? = nil
    ) {
        self.track = track
        self.frameRate = frameRate
        self.concealsDamage = concealsDamage
        self.colour = colour
        self.deinterlacing = deinterlacing
        self.denoising = denoising
        self.debands = debands
        self.burning = burning
    }

    /// The default: everything as the file says, and damage is an error.
    package static let standard = SourceReading()
}
