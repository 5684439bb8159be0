import CX265
package import Media

/// A small encoder that is opened with settings to see the result: x265's parser accepts many values that the encoder
/// then rejects, clips or ignores.
///
/// It encodes nothing. A trial takes a few milliseconds.
package struct X265Trial {
    /// Settings that matter in addition to options.
    package struct Setup: Hashable, Sendable {
        /// Bits per sample.
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

    /// Large enough for everything that x265 omits for small pictures: searches over a pyramid, and slices of the
    /// lookahead.
    private static let size = PictureSize(width: 1280, height: 720)

    private let encoder: X265Encoder

    /// Opens an encoder. Throws if the library rejects something.
    package init(_ setup: Setup, _ options: [X265Option] = []) throws(EncodingError) {
        var parameters = try X265Parameters(depth: setup.bitDepth, speed: setup.speed, tune: setup.tune)
        // As in a range, except that nothing is written to the log: rejections are expected here.
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

    /// Opens an encoder as the ranges of a film will, and closes it. Throws if the library rejects a combination of
    /// options that it accepts one by one; its message goes to standard error.
    package static func check(_ settings: EncoderSettings) throws(EncodingError) { _ = try opened(settings) }

    /// The values of all settings that can be read, by name, as libx265 resolves them for a film: one number each, or
    /// those of a list. Words are given by their positions in x265's lists. Throws like `check`.
    package static func resolved(_ settings: EncoderSettings) throws(EncodingError) -> [String: [Double]] {
        try opened(settings).values
    }

    private static func opened(_ settings: EncoderSettings) throws(EncodingError) -> X265Encoder {
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
            return try X265Encoder(parameters, size: settings.size, format: settings.format)
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

    /// The open encoder's value of a setting: one number, or those of a list. Words are given by their positions in
    /// x265's lists. Nil for a setting that cannot be read.
    package func values(of name: String) -> [Double]? { encoder.values(of: name) }
}
