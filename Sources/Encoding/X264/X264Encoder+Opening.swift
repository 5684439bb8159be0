import AVC
import HEVC
import Media

extension X264Encoder {
    /// Opens an encoder for a pass, with the level that the film has in all of its ranges.
    convenience init(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        count: Int?,
        statisticsPath: String
    ) throws(EncodingError) {
        var parameters = try Self.parameters(settings, count: count)
        for (name, value) in X264Options.pass(pass, settings, statisticsPath: statisticsPath) {
            try parameters.set(name, value)
        }
        // A measured analysis encodes like the final preset, because its pictures count.
        if pass.role == .analysis, !pass.measuresDistortion { parameters.useFastFirstPass() }
        try parameters.useHighProfile()
        parameters.declare(level: try Self.filmLevel(settings))
        try self.init(parameters, size: settings.size)
    }

    /// The level that libx264 finds from size, frame rate and references, and from the limits of a buffer. It does not
    /// depend on the rate of a range, so that all ranges have the same parameter sets and search vectors equally far;
    /// the muxer raises it to what the samples need.
    static func filmLevel(_ settings: EncoderSettings) throws(EncodingError) -> Int {
        var parameters = try parameters(settings, count: nil)
        parameters.quieten()
        if let limits = settings.buffer {
            // The content at the beginning does not matter for the level.
            for (name, value) in X264Options.buffer(limits, start: limits.bufferBits) {
                try parameters.set(name, value)
            }
        }
        try parameters.useHighProfile()
        return try X264Encoder(parameters, size: settings.size).level
    }

    private static func parameters(
        _ settings: EncoderSettings,
        count: Int?
    ) throws(EncodingError) -> X264Parameters {
        guard settings.format == .yuv420p8, settings.temporalLevels == 1 else {
            throw EncodingError(
                .unsupportedDepth,
                attempted: "open libx264",
                subject: "\(settings.format.bitDepth) bit, \(counted(settings.temporalLevels, "temporal level"))",
                cause: "H.264 films have 8 bits and one temporal level",
                remedy: "leave video.bitDepth and video.temporal out, or make an HEVC film"
            )
        }
        var parameters = try X264Parameters(speed: settings.speed, tune: settings.tune)
        for (name, value) in X264Options.common(settings) { try parameters.set(name, value) }
        parameters.describe(settings, frames: count ?? 0)
        return parameters
    }

    /// What the encoder says about itself in its stream, as in "x264 - core 164 r3095 baee400 - ...".
    static func message(_ settings: EncoderSettings) throws -> String? {
        var parameters = try parameters(settings, count: nil)
        parameters.quieten(completely: true)
        let header = try X264Encoder(parameters, size: settings.size).headers()
        return try header.withRawSpan { (span) throws(BitstreamError) -> String? in
            var cursor = NALUnitCursor()
            while let range = try cursor.next(in: span) {
                let unit = span.extracting(range).copied()
                guard AVCUnitHeader(unit[0]).type == .sei, let start = unit.firstRange(of: Array("x264 - ".utf8))
                else { continue }
                return String(decoding: unit[start.lowerBound...].prefix { $0 >= 0x20 }, as: UTF8.self)
            }
            return nil
        }
    }
}
