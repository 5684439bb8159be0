import CX265
import HEVC
package import Media

/// Encodes single pictures by libx265, each independent of all others: stills and their tiles.
///
/// Pictures of 8 bits are in Main Still Picture, those of 10 bits in Main 10. All pictures of one encoder have the same
/// parameter sets. Tiles have the same quantiser, whatever they show, so that no seams are seen between them.
package struct StillEncoder: Sendable {
    /// Shortest side of a picture in luma samples: a tree unit of 64, which is also the smallest tile of MIAF.
    package static let shortestSide = 64
    /// The quantisers that `encode` takes.
    package static let quantisers = 0.0...51.0

    /// Size of every picture, both sides even.
    package let size: PictureSize
    /// Format of every picture.
    package let format: PixelFormat
    private let settings: EncoderSettings
    private let isTile: Bool

    /// Creates an encoder. Precondition: both sides are even and at least `shortestSide`.
    ///
    /// - Parameters:
    ///   - colour: colour for the VUI. Light is described by the container, not in the stream.
    ///   - isTile: whether the pictures are shown next to each other.
    ///   - speed: preset of x265.
    package init(
        size: PictureSize,
        format: PixelFormat,
        colour: ColourMetadata,
        isTile: Bool = false,
        speed: String = "slow"
    ) {
        precondition(min(size.width, size.height) >= Self.shortestSide, "a still has at least one tree unit")
        precondition(size.roundedUpToEven == size, "4:2:0 pictures have even sizes")
        self.size = size
        self.format = format
        self.isTile = isTile
        settings = EncoderSettings(
            size: size,
            format: format,
            // The level follows from the size alone.
            frameRate: FrameRate(frames: 1, seconds: 1),
            hasConstantRate: false,
            speed: speed,
            // Without psychovisual rate distortion, which is for films.
            tune: "ssim",
            colourMetadata: ColourMetadata(colour: colour.colour, chromaLocation: colour.chromaLocation)
        )
    }

    /// Encodes a picture, and checks that its stream says what was asked for.
    ///
    /// - Parameters:
    ///   - picture: of the encoder's size and format.
    ///   - quantiser: in `quantisers`; the mean of the picture's blocks is near it.
    ///   - threads: for the rows of a picture that is no tile. The bytes do not depend on their number.
    ///   - looking: gets the reconstruction.
    package func encode(
        _ picture: Picture,
        quantiser: Double,
        threads: Int = 1,
        looking: (borrowing ReconstructedPicture) throws -> Void = { _ in }
    ) throws -> CodedStill {
        guard picture.size == size, picture.format == format else {
            throw failure(.misuse, "it is \(picture.size) \(picture.format.rawValue)")
        }
        let encoder = try X265Encoder(try parameters(quantiser, threads: threads), size: size, format: format)
        let header = try encoder.headers()
        // Safe: the array's bytes are initialised and lent for the call.
        let written = unsafe try ParameterSets(header: header.span.bytes)
        let sets = try RangeEncoder.declaringColour(written, settings)
        let context = try SliceHeader.Context(sets)
        try RangeEncoder.proveSignal(context.sequence, settings)
        let profile = context.sequence.profileTierLevel.profile
        guard profile == (format == .yuv420p8 ? 3 : 2) else {
            throw failure(.wrongMetadata, "libx265 chose profile \(profile)")
        }
        // Without threads libx265 leaves them out, and the picture would have other bytes than elsewhere.
        guard context.picture.usesWavefronts == usesWavefronts(context.sequence) else {
            throw failure(.incomplete, "libx265 could not start the threads of its rows")
        }
        var output = try encoder.encode(picture, as: .idr, lend: looking)
        while output == nil, let next = try encoder.flush(lend: looking) { output = next }
        guard let output else { throw failure(.incomplete, "libx265 returned no picture") }
        // Safe: as above.
        let bytes = unsafe try NALUnitFraming.strippingParameterSets(fromSample: output.bytes.span.bytes)
        let unit = unsafe try AccessUnit(sample: bytes.span.bytes, context: context)
        guard unit.isIDR, unit.isIntra == true else { throw failure(.incomplete, "the picture is not independent") }
        return CodedStill(bytes: bytes, parameterSets: sets, pictureHash: output.hash)
    }

    /// Whether libx265 codes the rows of a picture as wavefronts: it needs two rows and three columns of tree units.
    private func usesWavefronts(_ sequence: SequenceParameterSet) -> Bool {
        let unit = 1 << sequence.codingTreeBits
        return !isTile && sequence.codedSize.height > unit && sequence.codedSize.width > 2 * unit
    }

    private func parameters(_ quantiser: Double, threads: Int) throws(EncodingError) -> X265Parameters {
        var parameters = try X265Parameters(depth: format.bitDepth, speed: settings.speed, tune: settings.tune)
        var settings = settings
        settings.rowThreads = isTile ? nil : threads
        for option in X265Options.common(settings) + X265Options.still(quantiser, isTile: isTile) {
            try parameters.set(option)
        }
        parameters.describeInput(size: size, rate: settings.frameRate, frames: 1)
        // One picture of 8 bits gets the profile of stills. With 10 bits it would get one that many decoders lack.
        if format == .yuv420p8 { parameters.announceOnePicture() }
        return parameters
    }

    private func failure(_ code: EncodingError.Code, _ cause: String) -> EncodingError {
        EncodingError(
            code,
            attempted: "encode a still",
            subject: "\(size), \(format.bitDepth) bit, \(X265Library.buildName)",
            cause: cause
        )
    }
}
