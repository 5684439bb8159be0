import CFFmpeg
import Media

/// The first picture that comes out of a film: what only a decoded picture tells.
struct OpeningPicture {
    /// Its container tick; 0 in a film whose times are not believed.
    let tick: Int64
    /// Size after cropping.
    let size: PictureSize
    /// How its planes lie.
    let layout: PlanarLayout
    /// What the decoder says of its colour.
    let colour: ColourDescription
    /// What the bitstream says of colour and light.
    let metadata: ColourMetadata
    /// What of that could not be read, one line each.
    let colourWarnings: [String]
    /// Whether it, or its access unit, has Dolby Vision metadata.
    let hasDolbyVisionUnits: Bool
    /// Whether the picture itself brings an ICC profile.
    let hasColourProfile: Bool
    /// Whether it carries HDR10+ metadata.
    let hasDynamicMetadata: Bool

    /// Packets after which a decoder must have given a picture: the longest reordering delay is 16.
    private static let maximumPackets = 300

    /// Decodes the first picture of a stream with a demuxer of its own.
    ///
    /// - Parameters:
    ///   - countsPictures: Whether pictures have their times from their number.
    ///   - appliesEditList: false takes the media's first picture, whatever an edit list presents.
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
        // Safe: the decoder holds the picture until it is asked for the next one.
        let picture = unsafe decoder.picture
        let facts = unsafe PictureFacts(picture)
        if facts.isInterlaced { throw IntakeError.interlaced(path, at: nil) }
        // A decoder that gives an AVI's pictures at its end only knows no time of the first.
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
        var decoded = unsafe ColourMetadata(picture)
        if layout.impliesFullRange { decoded.colour.isFullRange = true }
        metadata = bitstream?.metadata(decoded: decoded) ?? decoded
        colourWarnings = bitstream?.warnings ?? []
        hasDolbyVisionUnits =
            unsafe bitstream?.hasDolbyVision ?? (av_frame_get_side_data(picture, AV_FRAME_DATA_DOVI_RPU_BUFFER) != nil)
        hasColourProfile = unsafe av_frame_get_side_data(picture, AV_FRAME_DATA_ICC_PROFILE) != nil
        hasDynamicMetadata = unsafe av_frame_get_side_data(picture, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != nil
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
