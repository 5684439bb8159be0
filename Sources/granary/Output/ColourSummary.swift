import ISOMedia
import Jobs
import Media

/// Colour and light of an inspected video track as text: the values in effect, the values of each box and each SEI
/// message, and warnings.
struct ColourSummary {
    /// One line each, not indented.
    let lines: [String]

    init(_ video: VideoFormat) {
        var lines = video.dynamicRange.map { ["\($0): \(video.settled.colour)"] } ?? []
        if let colour = video.colour { lines.append("colr: \(colour)") }
        if let profile = video.colourProfile {
            lines.append("colr: ICC profile \(profile), \(profile.bytes.count) bytes")
        } else if let count = video.colourProfileByteCount {
            lines.append("colr: \(count) bytes that are not an ICC profile")
        }
        if let display = video.masteringDisplay { lines.append("mdcv: \(display), \(display.text)") }
        if let light = video.contentLight { lines.append("clli: \(light)") }
        if let ambient = video.ambientViewing { lines.append("amve: \(ambient)") }
        if let stream = video.bitstream { lines += Self.lines(of: stream) }
        if let dolbyVision = video.dolbyVision { lines.append("Dolby Vision: \(dolbyVision)") }
        if let summary = video.dynamicMetadata {
            lines += summary.lines
        } else if video.hasDynamicMetadata {
            lines.append("HDR10+ dynamic metadata in the bitstream")
        }
        if video.dolbyVision == nil, video.hasDolbyVisionUnits {
            lines.append("Dolby Vision metadata in the bitstream, but no box that states its profile")
        }
        self.lines = lines + video.colourWarnings.map { "warning: \($0)" }
    }

    /// The values of the bitstream, each with the structure that has it.
    private static func lines(of stream: ColourMetadata) -> [String] {
        var lines = [stream.colour.isUnspecified ? "VUI: no colour" : "VUI: \(stream.colour)"]
        if let location = stream.chromaLocation {
            lines.append("VUI: chroma samples \(ChromaLocationNames.name(of: location))")
        }
        if let display = stream.masteringDisplay { lines.append("SEI 137: \(display), \(display.text)") }
        if let light = stream.contentLight { lines.append("SEI 144: \(light)") }
        if let transfer = stream.preferredTransfer {
            lines.append("SEI 147: prefers \(ColourNames.name(of: transfer, in: ColourNames.transfers))")
        }
        if let ambient = stream.ambientViewing { lines.append("SEI 148: \(ambient)") }
        return lines
    }
}
