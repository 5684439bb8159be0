import Media

/// Handles decoded pictures and pictures that cannot be decoded.
extension RangeDecoder {
    /// The samples of the picture that came out last.
    func storage() throws(IntakeError) -> [UInt8] { try converter.storage(of: decoder.picture) }

    func checkForm(_ facts: PictureFacts, frame: Int) throws(IntakeError) {
        let name = PlanarLayout.name(of: facts.pixelFormat)
        // The search for a colour change continues past it: the sample layout is the same in both ranges.
        let isOfFormat =
            name == source.video.sourcePixelFormat
            || !refusesColourChange
                && name == source.video.sourcePixelFormat.replacing("yuv", with: "yuvj", maxReplacements: 1)
        guard facts.size == source.video.size, isOfFormat else {
            throw IntakeError.formatChange(
                source.path,
                at: source.video.timeline.time(of: frame),
                from: "\(source.video.size) \(source.video.sourcePixelFormat)",
                to: "\(facts.size) \(name)"
            )
        }
        if facts.isInterlaced, reading.deinterlacing == nil {
            throw IntakeError.interlaced(source.path, at: source.video.timeline.time(of: frame))
        }
    }

    func error(_ flaw: Flaw) -> IntakeError {
        .damagedPicture(
            source.path,
            frame: flaw.frame,
            at: flaw.frame.map { source.video.timeline.time(of: $0) },
            cause: flaw.cause
        )
    }
}
