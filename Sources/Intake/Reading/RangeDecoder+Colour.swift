import Media

/// What pictures say of colour and light, as the decoder gives them.
extension RangeDecoder {
    /// Throws when a picture means its samples otherwise than the film's first one.
    func checkColour(_ colour: ColourDescription, frame: Int) throws(IntakeError) {
        defer { lastColour = colour }
        guard refusesColourChange else { return }
        guard let firstColour else {
            firstColour = colour.filled(from: source.video.colour)
            return
        }
        // Most films pass by this comparison alone.
        guard colour != lastColour else { return }
        let changes = changes(from: firstColour, to: colour)
        guard !changes.isEmpty else { return }
        // Decoded on from a picture of the first colour, the change is here; started in the midst, it may lie before.
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
            // Red, green and blue have no matrix, and are taken for full range whatever is said.
            (first.matrix, first.isFullRange) = (later.matrix, later.isFullRange)
        } else if source.video.sourcePixelFormat.hasPrefix("yuvj") {
            first.isFullRange = later.isFullRange
        }
        // Of a VP9 picture that is intra without being a key frame, libavcodec says BT.601 in profile 0, whatever the
        // film is.
        if source.video.codec == "vp9", later.matrix == 5 { later.matrix = 2 }
        return first.changes(to: later, preferredTransfer: source.video.preferredTransfer)
    }

    /// A frame that is unlike the film's first while the one before it is not, found by halving: the change, where
    /// there is one.
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
            // What else is wrong with the film matters less than what was found.
        }
        return unlike
    }

    /// Reads what a key frame of HEVC says of light before it is decoded. libavcodec keeps some of it to itself,
    /// depending on its version, and repeats what earlier key frames said.
    func noteLight(_ packet: PacketFacts) {
        defer { packetCount += 1 }
        guard packet.isKey, let codedColour, lightAhead.count < 64 else { return }
        let light = codedColour.light(inPacketOf: demuxer)
        guard !light.isSilent else { return }
        if let frame = countsPictures ? packetCount - firstFrame : frameOfPacket { lightAhead[frame] = light }
    }

    /// What the picture that came out last says of light; nil when it says nothing.
    func light(of frame: Int) -> LightMetadata? {
        if codedColour != nil { return lightAhead.removeValue(forKey: frame) }
        // Safe: the decoder holds the picture until it is asked for the next one.
        let light = unsafe LightMetadata(ColourMetadata(decoder.picture))
        return light.isSilent ? nil : light
    }
}
