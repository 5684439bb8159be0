package import Media

/// How much memory one worker takes: encoder, decoder and the pictures between them.
package enum WorkerMemory {
    /// What a worker may allocate in bytes, by the size of its pictures: far more than any has needed, and far less
    /// than a damaged film can ask for.
    package static func limit(settings: EncoderSettings, source: SourceDescription) -> Int {
        // Documents and indexes grow with the film.
        2 * estimatedByteCount(settings: settings, sourceSize: source.video.size) + (2 << 30)
            + 2048 * source.video.timeline.count
    }

    /// What a reader of films may allocate in bytes that does not know yet how large the pictures are.
    package static var probeLimit: Int { 8 << 30 }

    /// An estimate in bytes, rather too high than too low.
    ///
    /// The encoder's part is fitted to measured peaks of libx265 at `medium`: 640 MB at 1080p and 2.2 GB at 2160p with
    /// 10 bits, 80 MB at 360p with 8 bits. The slow presets keep longer lookaheads and more references.
    package static func estimatedByteCount(settings: EncoderSettings, sourceSize: PictureSize) -> Int {
        let coded = pixels(settings.size)
        let encoder = coded * (settings.format.bitDepth > 8 ? 285 : 150)
        let speed = ["slower", "veryslow", "placebo"].contains(settings.speed) ? 3 : 2
        // A decoder keeps up to 16 references of two bytes a sample, 1.5 samples a pixel; levels allow large pictures
        // six at most, which small ones need not exceed in bytes.
        let decoder = min(pixels(sourceSize) * 3 * 16, max(pixels(sourceSize) * 3 * 6, 256 << 20))
        // The program itself, its stores' maps, and a few pictures on their way.
        let rest = 50_000_000 + coded * 3 * 4
        return encoder * speed / 2 + decoder + rest
    }

    /// Never negative and never large enough to overflow, whatever a source claims.
    private static func pixels(_ size: PictureSize) -> Int {
        min(max(size.width, 1), 1 << 16) * min(max(size.height, 1), 1 << 16)
    }
}
