/// The limits of a level: ISO/IEC 23008-2 A.4, tables A.8 and A.9, for Main and Main 10. The numbers of slices and
/// tiles and the minimum compression of a picture are omitted, because only nearly lossless films come near them.
package struct LevelLimits: Hashable, Sendable {
    /// Bits per second and in the decoder's buffer, including the headers of NAL units (NalHrdBrFactor, 1100).
    package struct Rate: Hashable, Sendable {
        /// MaxBR in bit/s.
        package let bitsPerSecond: UInt64
        /// MaxCPB in bits.
        package let bufferBits: UInt64

        /// From the values of the tables, both in units of 1000 bits without headers.
        init(_ rate: UInt64, _ buffer: UInt64) {
            bitsPerSecond = rate * 1100
            bufferBits = buffer * 1100
        }
    }

    /// Level 1 to 6.2 as in general_level_idc: 30 times the number.
    package let level: UInt8
    /// MaxLumaPs: luma samples per picture.
    package let lumaSamples: Int
    /// MaxLumaSr: luma samples per second.
    package let lumaSamplesPerSecond: Int
    /// In the Main tier.
    package let mainTier: Rate
    /// In the High tier, which begins with level 4.
    package let highTier: Rate?

    /// All levels, the lowest first.
    package static let all: [LevelLimits] = [
        LevelLimits(30, 36_864, 552_960, Rate(128, 350)),
        LevelLimits(60, 122_880, 3_686_400, Rate(1_500, 1_500)),
        LevelLimits(63, 245_760, 7_372_800, Rate(3_000, 3_000)),
        LevelLimits(90, 552_960, 16_588_800, Rate(6_000, 6_000)),
        LevelLimits(93, 983_040, 33_177_600, Rate(10_000, 10_000)),
        LevelLimits(120, 2_228_224, 66_846_720, Rate(12_000, 12_000), Rate(30_000, 30_000)),
        LevelLimits(123, 2_228_224, 133_693_440, Rate(20_000, 20_000), Rate(50_000, 50_000)),
        LevelLimits(150, 8_912_896, 267_386_880, Rate(25_000, 25_000), Rate(100_000, 100_000)),
        LevelLimits(153, 8_912_896, 534_773_760, Rate(40_000, 40_000), Rate(160_000, 160_000)),
        LevelLimits(156, 8_912_896, 1_069_547_520, Rate(60_000, 60_000), Rate(240_000, 240_000)),
        LevelLimits(180, 35_651_584, 1_069_547_520, Rate(60_000, 60_000), Rate(240_000, 240_000)),
        LevelLimits(183, 35_651_584, 2_139_095_040, Rate(120_000, 120_000), Rate(480_000, 480_000)),
        LevelLimits(186, 35_651_584, 4_278_190_080, Rate(240_000, 240_000), Rate(800_000, 800_000)),
    ]

    /// Most pictures per second, at any level (fR of A.4.2).
    package static let picturesPerSecond = 300

    private init(_ level: UInt8, _ samples: Int, _ samplesPerSecond: Int, _ main: Rate, _ high: Rate? = nil) {
        self.level = level
        lumaSamples = samples
        lumaSamplesPerSecond = samplesPerSecond
        mainTier = main
        highTier = high
    }

    /// The limits of a tier; nil if the level has no such tier.
    package func rate(isHighTier: Bool) -> Rate? { isHighTier ? highTier : mainTier }

    /// MaxDpbSize for pictures of a coded size that the level allows: the capacity of the decoded picture buffer.
    package func pictureBuffers(of size: PictureSize) -> Int {
        let samples = size.width * size.height
        if samples <= lumaSamples / 4 { return 16 }
        if samples <= lumaSamples / 2 { return 12 }
        if samples <= lumaSamples * 3 / 4 { return 8 }
        return 6
    }

    /// Whether the pictures of a stream are within the limits: their coded size, their number per second, and how many
    /// the decoder buffers (A.4.1, A.4.2).
    package func allow(_ size: PictureSize, framesIn256Seconds frames: UInt64, pictureBuffers: Int) -> Bool {
        let samples = size.width * size.height
        guard samples <= lumaSamples, max(size.width * size.width, size.height * size.height) <= 8 * lumaSamples,
            frames <= UInt64(Self.picturesPerSecond) * 256, pictureBuffers <= self.pictureBuffers(of: size)
        else { return false }
        return UInt64(samples) * frames <= UInt64(lumaSamplesPerSecond) * 256
    }
}
