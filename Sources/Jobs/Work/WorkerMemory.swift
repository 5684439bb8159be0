package import Media

/// Memory of one worker: encoder, decoder and the pictures between them.
package enum WorkerMemory {
    /// Limit for the memory of a worker in bytes, by the size of its pictures: far more than any has needed, and far
    /// less than a damaged film can request.
    package static func limit(settings: EncoderSettings, source: SourceDescription) -> Int {
        // Documents and indexes grow with the film.
        2 * estimatedByteCount(settings: settings, sourceSize: source.video.size) + (2 << 30)
            + 2048 * source.video.timeline.count
    }

    /// Limit in bytes for a process that reads a film before the size of its pictures is known.
    package static var probeLimit: Int { 8 << 30 }

    /// An estimate in bytes, which should be too high rather than too low.
    ///
    /// The share of the encoder is fitted to measured peaks of libx265 at `medium`: 640 MB at 1080p and 2.2 GB at 2160p
    /// with 10 bits, 80 MB at 360p with 8 bits. The slow presets have longer lookaheads and more references.
    package static func estimatedByteCount(settings: EncoderSettings, sourceSize: PictureSize) -> Int {
        let coded = pixels(settings.size)
        let encoder = coded * (settings.format.bitDepth > 8 ? 285 : 150)
        let speed = ["slower", "veryslow", "placebo"].contains(settings.speed) ? 3 : 2
        // A decoder keeps up to 16 references of two bytes per sample and 1.5 samples per pixel. Levels allow at most
        // six large pictures, and small ones need no more bytes than that.
        let decoder = min(pixels(sourceSize) * 3 * 16, max(pixels(sourceSize) * 3 * 6, 256 << 20))
        // The program itself, the maps of its stores, and a few pictures in transit.
        let rest = 50_000_000 + coded * 3 * 4
        return encoder * speed / 2 + decoder + rest
    }

    /// Never negative and never large enough to overflow, whatever the source declares.
    private static func pixels(_ size: PictureSize) -> Int {
        min(max(size.width, 1), 1 << 16) * min(max(size.height, 1), 1 << 16)
    }
}
