package import HEVC
package import Media

extension HEVCConfigurationBox {
    /// Describes a stream from its parameter sets, which the samples do not contain, and from their content
    /// (`context`).
    ///
    /// `constantRate` is given if all frames have the same duration. A rate of 256 frames per second or more does not
    /// fit in avgFrameRate and stays unspecified.
    package init(
        _ sets: ParameterSets,
        _ context: SliceHeader.Context,
        constantRate: FrameRate?
    ) throws(MovieError) {
        self.init()
        let (sequence, picture) = (context.sequence, context.picture)
        guard sequence.lumaBitDepth < 16, sequence.chromaBitDepth < 16 else {
            throw MovieError(.invalidConfiguration, "bit depth", "hvcC cannot express 16 bits")
        }
        guard [sets.vps, sets.sps, sets.pps].allSatisfy({ $0.count <= Int(UInt16.max) }) else {
            throw MovieError(.invalidConfiguration, "parameter sets", "one is longer than 65535 bytes")
        }
        capability = DecoderCapability(sequence.profileTierLevel)
        minimumSpatialSegmentation = sequence.usability?.minimumSpatialSegmentation ?? 0
        if minimumSpatialSegmentation > 0 {
            switch (picture.usesTiles, picture.usesWavefronts) {
            case (true, true): parallelism = 0
            case (true, false): parallelism = 2
            case (false, true): parallelism = 3
            case (false, false): parallelism = 1
            }
        }
        chromaFormat = sequence.chromaFormat
        lumaBitDepth = sequence.lumaBitDepth
        chromaBitDepth = sequence.chromaBitDepth
        temporalLayers = UInt8(sequence.subLayers)
        isTemporalIDNested = sequence.isTemporalIDNested
        if let rate = constantRate {
            let frames = (Int64(rate.frames) * 512 + Int64(rate.seconds)) / (2 * Int64(rate.seconds))
            describeFrameRate(framesIn256Seconds: UInt64(frames), constantFrameRate: 1)
        }
        arrays = [(NALUnitType.vps, sets.vps), (.sps, sets.sps), (.pps, sets.pps)].map { type, unit in
            UnitArray(isComplete: true, unitType: type.rawValue, units: [unit])
        }
    }

    /// Adds SEI NAL units, each with its header. Throws if one is not a prefix SEI NAL unit or does not fit.
    mutating func add(prefixSEI units: [[UInt8]]) throws(MovieError) {
        guard !units.isEmpty else { return }
        guard units.count <= Int(UInt16.max), units.allSatisfy({ $0.count > 2 && $0.count <= Int(UInt16.max) }),
            units.allSatisfy({ $0[0] >> 1 == NALUnitType.prefixSEI.rawValue })
        else {
            throw MovieError(
                .invalidConfiguration,
                "SEI NAL units",
                "one is of another type, empty or too long for hvcC"
            )
        }
        arrays.append(UnitArray(isComplete: false, unitType: NALUnitType.prefixSEI.rawValue, units: units))
    }

    /// Sets the frame rate, and whether it is constant, if it fits in 16 bits; otherwise neither.
    mutating func describeFrameRate(framesIn256Seconds frames: UInt64, constantFrameRate: UInt8) {
        let value = UInt16(exactly: frames) ?? 0
        averageFrameRate = value
        self.constantFrameRate = value > 0 ? constantFrameRate : 0
    }

    /// The parameter sets, if there is exactly one of each kind.
    package var parameterSets: ParameterSets? {
        func only(_ type: NALUnitType) -> [UInt8]? {
            let units = arrays.filter { $0.unitType == type.rawValue }.flatMap(\.units)
            return units.count == 1 ? units[0] : nil
        }
        guard let vps = only(.vps), let sps = only(.sps), let pps = only(.pps) else { return nil }
        return ParameterSets(vps: vps, sps: sps, pps: pps)
    }
}
