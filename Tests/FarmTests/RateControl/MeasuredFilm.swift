@testable import RateControl

/// Bits of real encodes of a film of ten different scenes from eight sources, in twelve ranges: 640x360, 24 frames per
/// second, `medium`, libx265 4.1, the film `training-mixed-360p24.mkv` of the shared clips.
///
/// The numbers are from the documents of whole jobs: the bits of a range in pass 2, and the bits that the rate curve of
/// its analysis plans at the quantiser of the encode. Nothing here was computed by `FinalScale`.
struct MeasuredFilm {
    /// One range.
    struct Range {
        let frames: Int
        /// Share of its pictures that the analysis coded.
        let codedShare: Double
        /// Bits that the final preset took.
        let taken: Double
        /// Bits that the analysis plans at the same quantiser.
        let planned: Double

        /// Bits of the final preset for each bit of the analysis.
        var scale: Double { taken / planned }

        init(_ frames: Int, _ codedShare: Double, _ taken: Double, _ planned: Double) {
            self.frames = frames
            self.codedShare = codedShare
            self.taken = taken
            self.planned = planned
        }
    }

    /// The average rate of the job, in bits per second.
    let bitsPerSecond: Int
    let ranges: [Range]

    /// The kind of each range by the analysis.
    var kinds: [Int: FinalScale.Kind] {
        Dictionary(
            uniqueKeysWithValues: ranges.enumerated().map { index, range in
                let samples = Double(range.frames * 640 * 360)
                return (index, FinalScale.Kind(bits: range.planned, samples: samples, codedShare: range.codedShare))
            }
        )
    }

    /// Bits of the final preset for each bit of the analysis, over some ranges.
    func scale(of chosen: [Int]) -> Double {
        chosen.reduce(0) { $0 + ranges[$1].taken } / chosen.reduce(0) { $0 + ranges[$1].planned }
    }

    /// The difference of a plan of some ranges from their bits, as a fraction: 0.1 is a tenth too much.
    func miss(of chosen: [Int], by scale: (Int) -> Double) -> Double {
        let planned = chosen.reduce(0) { $0 + ranges[$1].planned * scale($1) }
        return planned / chosen.reduce(0) { $0 + ranges[$1].taken } - 1
    }

    static let low = MeasuredFilm(
        bitsPerSecond: 150_000,
        ranges: [
            Range(168, 0.218, 483_392, 455_086), Range(166, 0.149, 570_360, 588_202),
            Range(240, 0.380, 3_086_128, 3_320_519), Range(127, 0.021, 149_904, 165_710),
            Range(73, 0.182, 343_616, 373_951), Range(87, 0.135, 505_696, 543_099),
            Range(70, 0.371, 763_272, 794_520), Range(39, 0.601, 639_752, 656_815),
            Range(132, 0.156, 635_008, 792_270), Range(128, 0.156, 965_224, 1_141_606),
            Range(144, 0.021, 360_496, 575_674), Range(206, 0.080, 1_438_032, 2_243_075),
        ]
    )

    static let high = MeasuredFilm(
        bitsPerSecond: 600_000,
        ranges: [
            Range(168, 0.409, 1_953_928, 1_999_706), Range(166, 0.247, 2_628_600, 3_006_755),
            Range(240, 0.760, 14_884_336, 15_933_155), Range(127, 0.048, 455_752, 499_142),
            Range(73, 0.298, 1_066_648, 1_168_874), Range(87, 0.187, 1_562_952, 1_730_493),
            Range(70, 0.608, 2_697_624, 2_821_380), Range(39, 0.914, 2_177_624, 2_256_284),
            Range(132, 0.309, 2_320_840, 2_931_896), Range(128, 0.254, 4_071_864, 5_002_719),
            Range(144, 0.037, 894_568, 1_445_034), Range(206, 0.149, 5_256_144, 8_611_471),
        ]
    )
}
