/// Options for the colour of pictures that FFmpeg's program encodes. Version 5 takes it from the options of the
/// encoder, version 7 from the pictures themselves, so both have it.
package enum ColourTags {
    /// Options of an output whose pictures come from anywhere but another video stream's tags; names as FFmpeg has
    /// them. They hold a `-vf`, of which an output has one.
    package static func options(primaries: String, transfer: String, matrix: String, range: String? = nil) -> [String] {
        let tags = [("color_primaries", primaries), ("color_trc", transfer), ("colorspace", matrix)]
        let filter = tags.map { "\($0)=\($1)" } + (range.map { ["range=\($0)"] } ?? [])
        return (tags + (range.map { [("color_range", $0)] } ?? [])).flatMap { ["-\($0)", $1] }
            + ["-vf", "setparams=" + filter.joined(separator: ":")]
    }

    /// BT.709, without a range.
    package static let bt709 = options(primaries: "bt709", transfer: "bt709", matrix: "bt709")

    /// PQ in BT.2020, without a range.
    package static let perceptualQuantizer = options(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc")
}
