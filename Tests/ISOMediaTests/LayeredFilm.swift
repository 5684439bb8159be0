import HEVC
import Media

@testable import ISOMedia

/// A film with temporal levels as an encoder makes it: pictures in mini-GOPs of 2^(levels - 1), decoded from the base
/// level up. All pictures above the base level are TSA, and those of the top level are not referenced. A mini-GOP that
/// is shorter because the film ends stays in the base level.
struct LayeredFilm {
    /// One sample.
    struct Sample {
        var shown: Int
        var level: UInt8
        var unitType: UInt8
        var byteCount: Int
    }

    let levels: Int
    let samples: [Sample]

    /// Makes a film with an IDR picture first; the sizes halve from level to level.
    init(levels: Int, frames: Int, byteCount: Int = 1600) {
        self.levels = levels
        let group = 1 << (levels - 1)
        var samples = [Sample(shown: 0, level: 0, unitType: 20, byteCount: byteCount)]
        var shown = 0
        while shown + group < frames {
            for level in 0..<levels {
                let step = group >> level
                for place in stride(from: step, through: group, by: step) where level == 0 || place / step % 2 == 1 {
                    let type: UInt8 = level == 0 ? 1 : level == levels - 1 ? 2 : 3
                    samples.append(
                        Sample(
                            shown: shown + place,
                            level: UInt8(level),
                            unitType: type,
                            byteCount: max(1, byteCount >> level)
                        )
                    )
                }
            }
            shown += group
        }
        while shown + 1 < frames {
            shown += 1
            samples.append(Sample(shown: shown, level: 0, unitType: 1, byteCount: byteCount))
        }
        self.samples = samples
    }

    /// The configuration of the track.
    func configuration(timescale: Int32 = 240) throws -> VideoTrackConfiguration {
        let sets = LayeredParameterSets.make(subLayerLevels: (0..<(levels - 1)).map { UInt8(30 + 10 * $0) })
        return VideoTrackConfiguration(
            parameterSets: sets,
            size: PictureSize(width: 160, height: 96),
            timescale: timescale,
            temporalLevels: TemporalLevels(try sets.sps.withRawSpan(SequenceParameterSet.init))
        )
    }

    /// Adds all samples, decoded at the sorted presentation times.
    func append(to muxer: inout MovieMuxer, tick: Int64 = 1) throws {
        for (index, sample) in samples.enumerated() {
            var flags: SampleFlags = sample.unitType == 20 ? [.sync, .intra] : []
            if sample.unitType == 2 { flags.insert(.disposable) }
            try muxer.appendVideo(
                byteCount: sample.byteCount,
                decodeTick: Int64(index) * tick,
                duration: tick,
                compositionOffset: Int64(sample.shown - index) * tick,
                flags: flags,
                temporalLevel: sample.level,
                nalUnitType: sample.unitType
            )
        }
    }

    /// The film, laid out.
    func layout(
        timescale: Int32 = 240,
        tick: Int64 = 1,
        container: MovieContainer = .mp4
    ) throws -> MovieLayout {
        var muxer = try MovieMuxer(
            MovieConfiguration(video: try configuration(timescale: timescale), container: container)
        )
        try append(to: &muxer, tick: tick)
        return try muxer.finish()
    }
}
