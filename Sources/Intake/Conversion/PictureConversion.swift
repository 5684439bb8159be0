package import Media

/// How the pictures of a source are converted before the reader returns them.
package struct PictureConversion: Hashable, Sendable {
    /// Size of the pictures; both sides are even.
    package var size: PictureSize
    /// Format of the pictures.
    package var format: PixelFormat
    /// The part of a source picture that is used; nil for all of it.
    package var region: PictureRegion?
    /// How that part is turned.
    package var turn = PictureTurn.none
    /// Where the source picture is in `size`; its sides are even, and the rest is black. Nil for all of it.
    package var place: PictureRegion?
    /// The place of chroma samples, chroma_sample_loc_type (ISO/IEC 23008-2 figure E.1); nil for that of the source.
    package var chromaLocation: UInt8?
    /// The upper left part of `size` that the source picture fills. The rest repeats its last column and row: at most
    /// one sample each way. Nil for all of it.
    package var shown: PictureSize?
    /// Whether the samples of the source have full range, whatever its pictures say; nil uses what they say.
    package var sourceIsFullRange: Bool?
    /// The matrix that converts RGB pictures to Y'CbCr, a code of H.273 8.3; nil for pictures that are already Y'CbCr.
    package var matrix: UInt8?
    /// Whether samples are converted to full or limited range; nil leaves them unchanged.
    package var isFullRange: Bool?
    /// The table that converts colours; nil leaves them. Precondition: the pictures have its matrix.
    package var colours: ColourTable?
    /// The colours that the table converts to; nil without one.
    package var target: ColourDescription?

    /// Creates a conversion.
    package init(
        size: PictureSize,
        format: PixelFormat,
        region: PictureRegion? = nil,
        shown: PictureSize? = nil,
        sourceIsFullRange: Bool? = nil,
        matrix: UInt8? = nil,
        isFullRange: Bool? = nil
    ) {
        self.size = size
        self.format = format
        self.region = region
        self.shown = shown
        self.sourceIsFullRange = sourceIsFullRange
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// The conversions of the films of a source to its size and format, in playing order: the films themselves, or
    /// their places in the frame of films that differ in shape. Colours stay.
    package static func all(of source: SourceDescription) -> [PictureConversion] {
        guard let films = source.films else { return [PictureConversion(source.video)] }
        let isPlaced = FilmComposition(films, timeline: source.video.timeline).isPlaced
        return films.map { film in
            var conversion = PictureConversion(film.video)
            conversion.format = source.video.format
            guard isPlaced, let placement = film.placement(in: source.video.size) else { return conversion }
            conversion.size = source.video.size
            conversion.place(placement, of: film.video)
            return conversion
        }
    }

    /// The size and format of the source itself. Odd sides are rounded up to even. RGB becomes limited-range Y'CbCr
    /// with the matrix of its primaries.
    package init(_ track: VideoTrack) {
        let size = track.size.roundedUpToEven
        self.init(
            size: size,
            format: track.format,
            shown: size == track.size ? nil : track.size,
            sourceIsFullRange: track.colour.isFullRange,
            matrix: track.isRGB == true ? track.colour.matrixOfRGB : nil,
            isFullRange: track.isRGB == true ? false : nil
        )
    }
}
