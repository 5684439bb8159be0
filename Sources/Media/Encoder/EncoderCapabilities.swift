/// The capabilities of this machine's encoder.
package struct EncoderCapabilities: Hashable, Sendable, Codable {
    /// Version of libx265 by its own name, as in "3.5+1-f0c1022b6".
    package var version: String
    /// Number of its API (X265_BUILD): 199 for 3.5, 215 for 4.1.
    package var build: Int
    /// Supported bit depths among those that Granary uses: 8, 10 or both, ascending.
    package var bitDepths: [Int]
    /// Most supported temporal levels: 2 with 3.5, 5 with 4.x.
    package var maximumTemporalLevels: Int
    /// Instruction sets that it detected on this processor.
    package var instructionSets: String

    /// Creates a description.
    package init(
        version: String,
        build: Int,
        bitDepths: [Int],
        maximumTemporalLevels: Int,
        instructionSets: String
    ) {
        self.version = version
        self.build = build
        self.bitDepths = bitDepths
        self.maximumTemporalLevels = maximumTemporalLevels
        self.instructionSets = instructionSets
    }

    /// The build in jobs, stores and results: version and API number, as in "x265 3.5+1-f0c1022b6 (build 199)".
    package var buildName: String { "x265 \(version) (build \(build))" }
}
