import FFmpeg
import Media

/// Checks the colour of pictures and reads their light metadata, as the decoder returns them.
extension RangeDecoder {
    /// Throws if the colour of a picture differs from that of the film's first one.
    func checkColour(_ colour: ColourDescription, frame: Int) throws(IntakeError) {
        defer { lastColour = colour }
        guard refusesColourChange else { return }
        guard let firstColour else {
            firstColour = colour.filled(from: source.video.colour)
            return
        }
        // Most films need only this comparison.
        guard colour != lastColour else { return }
        let changes = changes(from: firstColour, to: colour)
        guard !changes.isEmpty else { return }
        // If decoding continued from a picture of the first colour, the change is here. If it started within the film,
        // the change may be earlier.
        let place = lastColour == nil ? firstFrame(unlike: firstColour, notAfter: frame) : frame
        throw IntakeError.colourChange(
            source.path,
            at: source.video.timeline.time(of: place),
            changes: changes,
            isAtStart: place == 0
        )
    }

    private func changes(from first: ColourDescription, to later: ColourDescription) -> [String] {
        var (first, later) = (first, later)
        if source.video.isRGB == true {
            // RGB has no matrix, and is read as full range whatever the tags say.
            (first.matrix, first.isFullRange) = (later.matrix, later.isFullRange)
        } else if source.video.sourcePixelFormat.hasPrefix("yuvj") {
            first.isFullRange = later.isFullRange
        }
        // For a VP9 picture that is intra but not a key frame, libavcodec reports BT.601 in profile 0, whatever the
        // film is.
        if source.video.codec == "vp9", later.matrix == 5 { later.matrix = 2 }
        return first.changes(to: later, preferredTransfer: source.video.preferredTransfer)
    }

    /// Finds by bisection a frame whose colour differs from the first one's while the previous frame's does not: the
    /// change, if there is one.
    private func firstFrame(unlike first: ColourDescription, notAfter frame: Int) -> Int {
        var (alike, unlike) = (-1, frame)
        do throws(IntakeError) {
            let decoder = try RangeDecoder(source: source, output: output)
            decoder.refusesColourChange = false
            while unlike - alike > 1 {
                let middle = (alike + unlike) / 2
                try decoder.decode(middle..<middle + 1) { _ in true }
                guard let colour = decoder.lastColour else { break }
                if changes(from: first, to: colour).isEmpty { alike = middle } else { unlike = middle }
            }
        } catch {
            // Other errors of the film matter less than the one that was found.
        }
        return unlike
    }

    /// Reads the light metadata of an HEVC key frame before it is decoded. libavcodec does not return all of it in some
    /// versions, and repeats that of earlier key frames.
    func noteLight(_ packet: PacketFacts) {
        defer { packetCount += 1 }
        guard packet.isKey, let codedColour, lightAhead.count < 64 else { return }
        let light = codedColour.light(inPacketOf: demuxer)
        guard !light.isSilent else { return }
        if let frame = countsPictures ? packetCount - firstFrame : frameOfPacket { lightAhead[frame] = light }
    }

    /// The light metadata of the picture that came out last; nil if it has none.
    func light(of frame: Int) -> LightMetadata? {
        if codedColour != nil { return lightAhead.removeValue(forKey: frame) }
        let light = LightMetadata(decoder.picture.colourMetadata)
        return light.isSilent ? nil : light
    }
}
