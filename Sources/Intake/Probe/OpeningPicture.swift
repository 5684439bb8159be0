import FFmpeg
import Media

/// The first picture that a decoder returns for a film: properties that only a decoded picture has.
struct OpeningPicture {
    /// Its container tick; 0 in a film whose times are ignored.
    let tick: Int64
    /// Size after cropping.
    let size: PictureSize
    /// Layout of its planes.
    let layout: PlanarLayout
    /// Its colour metadata by the decoder.
    let colour: ColourDescription
    /// Colour and light metadata of the bitstream.
    let metadata: ColourMetadata
    /// What could not be read of that metadata, one line each.
    let colourWarnings: [String]
    /// Whether it, or its access unit, has Dolby Vision metadata.
    let hasDolbyVisionUnits: Bool
    /// Whether the picture itself contains an ICC profile.
    let hasColourProfile: Bool
    /// Whether it has HDR10+ metadata.
    let hasDynamicMetadata: Bool

    /// Packets after which a decoder must have returned a picture: the longest reordering delay is 16.
    private static let maximumPackets = 300

    /// Decodes the first picture of a stream with a demuxer of its own.
    ///
    /// - Parameters:
    ///   - countsPictures: Whether pictures get their times from their number.
    ///   - appliesEditList: if false, the first picture of the media is used, whatever an edit list presents.
    init(
        _ file: SourceFile,
        stream: Int,
        reading: SourceReading,
        countsPictures: Bool = false,
        appliesEditList: Bool = true
    ) throws(IntakeError) {
        let path = file.path
        let demuxer = try Demuxer(file, appliesEditList: appliesEditList, endsAtDamage: reading.concealsDamage)
        demuxer.keepOnly(streams: [stream])
        let decoder = try VideoDecoder(demuxer, stream: stream, concealsDamage: reading.concealsDamage)
        var bitstream = CodedColour(demuxer, stream: stream)
        var packets = 0
        var words: String?
        var isDraining = false
        search: while true {
            switch decoder.next() {
            case .picture: break search
            case .needsPacket:
                if packets >= Self.maximumPackets || isDraining { throw Self.nothingDecoded(path, words) }
                if let packet = try demuxer.next() {
                    guard packet.stream == stream else { continue }
                    packets += 1
                    if packets == 1 || packet.isKey { bitstream?.add(packetOf: demuxer) }
                    words = decoder.take(packetOf: demuxer, isWanted: true) ?? decoder.takeComplaint() ?? words
                } else {
                    isDraining = true
                    decoder.finish()
                }
            case .failure(let complaint): words = words ?? complaint
            case .end: throw Self.nothingDecoded(path, words)
            }
        }
        let picture = decoder.picture
        let facts = PictureFacts(picture)
        if facts.isInterlaced, reading.deinterlacing == nil { throw IntakeError.interlaced(path, at: nil) }
        // A decoder that returns the pictures of an AVI only at its end has no time for the first.
        let counted: Int64? = demuxer.countsSamples ? 0 : nil
        guard let tick = !countsPictures && reading.frameRate == nil ? facts.presentationTick ?? counted : 0 else {
            throw IntakeError.noTimes(path)
        }
        guard let layout = PlanarLayout(pixelFormat: facts.pixelFormat) else {
            throw IntakeError.unsupported(
                path,
                cause: "its pixel format is \(PlanarLayout.name(of: facts.pixelFormat))",
                remedy:
                    "convert it to planar Y'CbCr or RGB of at least 8 bits, as with: "
                    + "ffmpeg -i FILE -pix_fmt yuv420p10le ..."
            )
        }
        self.tick = tick
        size = facts.size
        self.layout = layout
        colour = facts.colour
        var decoded = picture.colourMetadata
        if layout.impliesFullRange { decoded.colour.isFullRange = true }
        metadata = bitstream?.metadata(decoded: decoded) ?? decoded
        colourWarnings = bitstream?.warnings ?? []
        hasDolbyVisionUnits = bitstream?.hasDolbyVision ?? picture.has(.dolbyVisionUnits)
        hasColourProfile = picture.has(.colourProfile)
        hasDynamicMetadata = picture.has(.dynamicMetadata)
    }

    /// Dynamic HDR metadata that the decoder shows, in a film whose packets are not read for it; nil without any.
    func unreadMetadata(codec: String) -> DynamicMetadataSummary? {
        let obstacle =
            ["hevc", "av1"].contains(codec)
            ? "its pictures have no times of their own; remux it first, as with: ffmpeg -i FILE -c copy OUT.mp4"
            : "it is in \(codec), from which Granary does not read it"
        let summary = DynamicMetadataSummary(
            hdr10PlusObstacles: hasDynamicMetadata ? [obstacle] : [],
            dolbyVisionObstacles: hasDolbyVisionUnits ? [obstacle] : []
        )
        return summary.isEmpty ? nil : summary
    }

    private static func nothingDecoded(_ path: String, _ words: String?) -> IntakeError {
        IntakeError(
            .damaged,
            attempted: "decode the first picture",
            subject: path,
            cause: words ?? "the decoder returned no picture",
            remedy: "check that the film plays from its start; copy it again if it does not"
        )
    }
}
