/// A reader of foreign bytes, with what must hold of it whatever the bytes are.
///
/// libFuzzer tries to break it (`Scripts/fuzz`); the tests run it over every entry of its corpus.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A movie file, as `granary inspect` reads it.
    case movie
    /// A single box: its type and its payload.
    case box
    /// An Annex B stream: framing, access units, slice headers, SEI, the hierarchy of temporal levels.
    case bitstream
    /// Three bytes of wishes, then VPS, SPS and PPS that are rewritten to fulfil them.
    case parameterSets = "parameter-sets"

    /// Reads an input as far as it can be read. Damaged input is no failure; a crash is, and so is a `BrokenProperty`.
    package func run(_ input: [UInt8]) throws(BrokenProperty) {
        switch self {
        case .movie: try inspectMovie(input)
        case .box: try readBox(input)
        case .bitstream: try readBitstream(input)
        case .parameterSets: try rewriteParameterSets(input)
        }
    }
}
