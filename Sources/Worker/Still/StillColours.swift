import Intake
import Media

/// The colours of a still: those of its film, or SDR.
struct StillColours {
    /// Colour and light of the still.
    let target: ColourMetadata
    /// Format of its pictures: 10 bits for HDR, else 8.
    let format: PixelFormat
    /// Whether the ICC profile of the film still describes the colours.
    let keepsProfile: Bool
    private let source: SourceDescription
    private let terms: ColourConversion.Terms?

    /// Settles the colours. Throws if they cannot be converted.
    init(_ source: SourceDescription, isToneMapped: Bool) throws {
        self.source = source
        var colours = source.video.colourMetadata
        colours.colour = Self.specified(source.video.colourAsYCbCr, size: source.video.size)
        guard isToneMapped, colours.colour.isHDR else {
            target = colours
            format = colours.colour.isHDR ? .yuv420p10 : .yuv420p8
            keepsProfile = true
            terms = nil
            return
        }
        let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
        guard let terms = ColourConversion.Terms(from: colours.colour, to: sdr) else {
            let obstacle = colours.colour.obstacleToConversion ?? "they are unknown"
            throw stillFailure(
                .badInput,
                source.path,
                "its colours cannot be converted to SDR: \(obstacle)",
                "leave out --hdr sdr to keep them as they are"
            )
        }
        self.terms = terms
        target = ColourMetadata(colour: sdr)
        format = .yuv420p8
        keepsProfile = false
    }

    /// The colours of pictures that a job puts together.
    ///
    /// - Parameters:
    ///   - target: of these pictures.
    ///   - format: of these pictures.
    ///   - keepsProfile: whether the ICC profile of the source describes them.
    init(
        _ source: SourceDescription,
        composed target: ColourMetadata,
        format: PixelFormat,
        keepsProfile: Bool
    ) {
        self.source = source
        var target = target
        target.colour = Self.specified(target.colour, size: source.video.size)
        (self.target, self.format) = (target, format)
        (self.keepsProfile, terms) = (keepsProfile, nil)
    }

    /// The colours with those of television in place of what the film leaves open. Readers of stills assume full range
    /// where they are not told, which films hardly ever have (ISO/IEC 23000-22).
    private static func specified(_ colour: ColourDescription, size: PictureSize) -> ColourDescription {
        let isSmall = size.height < 720
        return colour.filled(
            from: ColourDescription(
                primaries: isSmall ? 6 : 1,
                transfer: 1,
                matrix: isSmall ? 6 : 1,
                isFullRange: false
            )
        )
    }

    /// Adds the colours to a conversion of frames, whose own light decides how they are mapped.
    func apply(to conversion: inout PictureConversion, frames: Range<Int>) throws {
        conversion.format = format
        if source.video.isRGB == true { conversion.matrix = target.colour.matrix }
        guard let terms else { return }
        conversion.matrix = source.video.isRGB == true ? terms.source.matrix : nil
        conversion.isFullRange = false
        conversion.colours = ColourTable(ColourConversion(terms, peak: try peak(terms, frames)))
        conversion.target = terms.target
    }

    /// The brightest level of the frames that is more than single pixels.
    private func peak(_ terms: ColourConversion.Terms, _ frames: Range<Int>) throws -> Double {
        let brightest = TransferFunction(code: terms.source.transfer)?.peak ?? 0
        guard terms.dependsOnPeak, let meter = DistributionMeter(terms.source) else { return brightest }
        var conversion = PictureConversion(source.video)
        conversion.format = .yuv420p10
        let reader = try FilmReader(source: source, outputs: [conversion])
        let pictures = try reader.pictures(in: frames)
        var highest: Double?
        while let picture = try pictures.next() {
            if let level = meter.measure(picture).levels.last { highest = max(highest ?? 1, Double(level) / 10) }
        }
        return highest ?? brightest
    }
}
