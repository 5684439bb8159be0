extension DolbyVision {
    /// The limits of a level ("Dolby Vision Profiles and Levels", table 4): what its pictures and its rate may be.
    package struct Limits: Hashable, Sendable {
        /// dv_level, 1 to 13.
        package var level: UInt8
        /// Luma samples of all pictures of a second.
        package var samplesPerSecond: Double
        /// Columns of a picture.
        package var width: Int
        /// Highest rate in the main tier, in Mbit/s.
        package var mainMegabits: Int
        /// Highest rate in the high tier, in Mbit/s.
        package var highMegabits: Int

        private init(_ level: UInt8, _ size: PictureSize, _ rate: Double, width: Int, megabits: (Int, Int)) {
            self.level = level
            samplesPerSecond = Double(size.width * size.height) * rate
            self.width = width
            (mainMegabits, highMegabits) = megabits
        }

        /// The levels, lowest first.
        package static let all: [Limits] = {
            let half = PictureSize(width: 1280, height: 720)
            let high = PictureSize(width: 1920, height: 1080)
            let ultra = PictureSize(width: 3840, height: 2160)
            let super8 = PictureSize(width: 7680, height: 4320)
            return [
                Limits(1, half, 24, width: 1280, megabits: (20, 50)),
                Limits(2, half, 30, width: 1280, megabits: (20, 50)),
                Limits(3, high, 24, width: 1920, megabits: (20, 70)),
                Limits(4, high, 30, width: 2560, megabits: (20, 70)),
                Limits(5, high, 60, width: 3840, megabits: (20, 70)),
                Limits(6, ultra, 24, width: 3840, megabits: (25, 130)),
                Limits(7, ultra, 30, width: 3840, megabits: (25, 130)),
                Limits(8, ultra, 48, width: 3840, megabits: (40, 130)),
                Limits(9, ultra, 60, width: 3840, megabits: (40, 130)),
                Limits(10, ultra, 120, width: 3840, megabits: (60, 240)),
                Limits(11, ultra, 120, width: 7680, megabits: (60, 240)),
                Limits(12, super8, 60, width: 7680, megabits: (120, 450)),
                Limits(13, super8, 120, width: 7680, megabits: (240, 800)),
            ]
        }()
    }

    /// The lowest level for pictures of a size, so many a second; nil if no level allows them.
    package static func limits(size: PictureSize, picturesPerSecond: Double) -> Limits? {
        let samples = Double(size.width * size.height) * picturesPerSecond
        return Limits.all.first { size.width <= $0.width && samples <= $0.samplesPerSecond * (1 + 1e-9) }
    }

    /// The record of an HEVC film of the base layer, with RPUs for it alone: profile 7, whose base layer is HDR10,
    /// becomes 8.1, and 10, which is AV1, becomes 8 of the same compatibility.
    package var ofBaseLayer: DolbyVision {
        switch profile {
        case 7: DolbyVision(profile: 8, level: level, compatibility: 1)
        case 10: DolbyVision(profile: 8, level: level, compatibility: compatibility)
        default: DolbyVision(profile: profile, level: level, compatibility: compatibility)
        }
    }

    /// The record of a film of this size and rate. The highest level, if none allows its pictures.
    package func describing(size: PictureSize, picturesPerSecond: Double) -> DolbyVision {
        let limits = Self.limits(size: size, picturesPerSecond: picturesPerSecond) ?? Limits.all[Limits.all.count - 1]
        var record = self
        record.level = limits.level
        return record
    }
}

extension FrameTimeline {
    /// The most pictures that begin within a second; for a constant rate, the rate. Levels are limits of it.
    package var highestRate: Double {
        guard !hasNearlyConstantRate else { return nominalRate.framesPerSecond }
        var (first, most) = (0, 1)
        for frame in 0..<count {
            while tick(of: frame) - tick(of: first) >= Int64(timescale) { first += 1 }
            most = max(most, frame - first + 1)
        }
        return Double(most)
    }
}
