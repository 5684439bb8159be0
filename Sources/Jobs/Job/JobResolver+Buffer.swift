import Media

/// Resolves the limits of the decoder's buffer.
extension JobResolver {
    /// The limits of the decoder's buffer; nil if the manifest sets none. Reports a rate or a buffer above what the
    /// highest level of HEVC allows for this picture size and frame rate (ISO/IEC 23008-2 table A.8).
    mutating func resolveBuffer(size: PictureSize) -> BufferLimits? {
        guard let maximum = manifest.video.maximumRate else { return nil }
        let bits = manifest.video.bufferBits ?? maximum
        if manifest.video.bufferBits == nil {
            settle("video.rate.buffer", "\(Quantity.words(Double(bits) / 1000))k", "one second at the maximum rate")
        }
        guard let limits = BufferLimits(bitsPerSecond: maximum, bufferBits: bits) else { return nil }
        checkLevel(of: limits, size: size)
        return manifest.video.declaresBuffer ? declared(limits) : limits
    }

    /// The limits as a stream can declare them: multiples of 64 bit/s and of 16 bits (ISO/IEC 23008-2 E.3.3).
    private mutating func declared(_ limits: BufferLimits) -> BufferLimits {
        if !source.video.timeline.hasConstantRate {
            report("video.hrd", "needs frames of equal duration, but those of the source differ", "leave it out")
        }
        let (rate, bits) = (limits.bitsPerSecond / 64 * 64, limits.bufferBits / 16 * 16)
        guard let declared = BufferLimits(bitsPerSecond: rate, bufferBits: bits), declared != limits else {
            return limits
        }
        settle("video.hrd", "\(declared)", "rounded down to the nearest limits that a stream can declare")
        return declared
    }

    private mutating func checkLevel(of limits: BufferLimits, size: PictureSize) {
        let rate = source.video.timeline.nominalRate
        let frames = UInt64(rate.frames) * 256 / UInt64(max(rate.seconds, 1))
        // The size that libx265 codes: whole blocks of eight samples.
        let coded = PictureSize(width: (size.width + 7) / 8 * 8, height: (size.height + 7) / 8 * 8)
        let possible = LevelLimits.all.filter { $0.allow(coded, framesIn256Seconds: frames, pictureBuffers: 1) }
        let allowed = possible.flatMap { [$0.mainTier, $0.highTier].compactMap(\.self) }
        guard let highest = possible.last, let most = allowed.map(\.bitsPerSecond).max(),
            let largest = allowed.map(\.bufferBits).max()
        else { return }
        let name = "level \(highest.level / 30).\(highest.level % 30 / 3) of HEVC, the highest for \(size) at \(rate),"
        if UInt64(limits.bitsPerSecond) > most {
            report("video.rate.maximum", "is more than the \(most / 1000)k that \(name) allows", "lower it")
        }
        if UInt64(limits.bufferBits) > largest {
            let key = manifest.video.bufferBits == nil ? "video.rate.maximum" : "video.rate.buffer"
            report(key, "gives a buffer of more than the \(largest / 1000)k bit that \(name) allows", "lower it")
        }
    }
}
