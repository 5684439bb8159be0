import CX265
package import Media

/// A small encoder that is opened with settings to see what becomes of them: x265's parser takes much for good that the
/// encoder then refuses, clips or ignores.
///
/// It encodes nothing. A trial takes some milliseconds.
package struct X265Trial {
    /// Settings that matter beside options.
    package struct Setup: Hashable, Sendable {
        /// Bits of a sample.
        package var bitDepth: Int
        /// x265 preset.
        package var speed: String
        /// x265 tune, or `none`.
        package var tune: String

        /// Creates a value.
        package init(bitDepth: Int, speed: String = "medium", tune: String = "none") {
            self.bitDepth = bitDepth
            self.speed = speed
            self.tune = tune
        }
    }

    /// Large enough for all that x265 leaves out of small pictures: searches over a pyramid, and slices of the
    /// lookahead.
    private static let size = PictureSize(width: 1280, height: 720)

    private let encoder: X265Encoder

    /// Opens an encoder. Throws when the library refuses something.
    package init(_ setup: Setup, _ options: [X265Option] = []) throws(EncodingError) {
        var parameters = try X265Parameters(depth: setup.bitDepth, speed: setup.speed, tune: setup.tune)
        // As in a range, but that nothing is written to the log: refusals are what is looked for.
        let common = [
            ("pools", "none"), ("frame-threads", "1"), ("wpp", "0"), ("annexb", "0"), ("info", "0"),
            ("log-level", "none"),
        ]
        for (name, value) in common { try parameters.set(X265Option(name, value)) }
        for option in options { try parameters.set(option) }
        parameters.describeInput(size: Self.size, rate: FrameRate(frames: 24, seconds: 1), frames: 250)
        encoder = try X265Encoder(
            parameters,
            size: Self.size,
            format: setup.bitDepth > 8 ? .yuv420p10 : .yuv420p8
        )
    }

    /// Opens an encoder as a film's ranges will, and lets go of it. Throws what the library refuses of options that are
    /// good one by one; its own words go to standard error.
    package static func check(_ settings: EncoderSettings) throws(EncodingError) {
        var parameters = try X265Parameters(
            depth: settings.format.bitDepth,
            speed: settings.speed,
            tune: settings.tune
        )
        for option in X265Options.common(settings) { try parameters.set(option) }
        let most = X265Library.maximumTemporalLevels
        for option in X265Options.levels(settings, mostLevels: most) { try parameters.set(option) }
        try parameters.set(X265Option("log-level", "error"))
        parameters.describeInput(size: settings.size, rate: settings.frameRate, frames: settings.keyFrameInterval)
        do throws(EncodingError) {
            _ = try X265Encoder(parameters, size: settings.size, format: settings.format)
        } catch {
            let options = settings.options.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            throw EncodingError(
                .refusedOption,
                attempted: "open an encoder with the job's settings",
                subject: "video.options {\(options.joined(separator: ", "))}, \(settings.size)",
                cause: "libx265 rejects this combination; its message is above",
                remedy: "leave some of them out; `granary capabilities` lists the values of each"
            )
        }
    }

    /// What the open encoder has for a setting: one number, or those of a list; words are told by their places in
    /// x265's lists. Nil for a setting that cannot be read.
    package func values(of name: String) -> [Double]? { encoder.setting(name) }
}
