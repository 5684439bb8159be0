import CX265
package import Media

/// The libx265 of this machine.
package enum X265Library {
    /// Its capabilities, which are found by querying it.
    package static func capabilities() -> EncoderCapabilities {
        var depths: [Int] = []
        var version = "unknown"
        // Debian's library also has 12, which no session and no manifest can request.
        for depth in [8, 10] {
            guard let api = unsafe table(depth: depth) else { continue }
            depths.append(depth)
            if let text = unsafe api.pointee.version_str { version = unsafe String(cString: text) }
        }
        return EncoderCapabilities(
            version: version,
            build: Int(granary_x265_build()),
            bitDepths: depths,
            maximumTemporalLevels: maximumTemporalLevels,
            instructionSets: instructionSets
        )
    }

    /// The build in stores and results: version and API number.
    package static var buildName: String { capabilities().buildName }

    /// The API table for a bit depth, or nil if the library lacks it. The table is constant and lives forever.
    static func table(depth: Int) -> UnsafePointer<x265_api>? {
        unsafe granary_x265_api(Int32(depth))
    }

    /// The number of layers that `temporal-layers` accepts: 3.5 has only off and on, which is two.
    static var maximumTemporalLevels: Int {
        guard let api = unsafe table(depth: 8) ?? table(depth: 10), let param = unsafe api.pointee.param_alloc() else {
            return 1
        }
        // Safe: the block is owned here, filled by param_default before use, and freed once.
        defer { unsafe api.pointee.param_free(param) }
        unsafe api.pointee.param_default(param)
        return unsafe api.pointee.param_parse(param, "temporal-layers", "5") == 0 ? 5 : 2
    }

    /// What the library says about its own build, as in "[Linux][GCC 12.2.0][64 bit] 8bit+10bit+12bit".
    private static var instructionSets: String {
        guard let api = unsafe table(depth: 8) ?? table(depth: 10), let text = unsafe api.pointee.build_info_str else {
            return "unknown"
        }
        return unsafe String(cString: text)
    }
}
