import HEVC
import Media

extension Workload {
    /// Units of HEVC streams: 2,000 pictures of 4 KB on average.
    static func bitstreams(_ part: Int) -> [Workload] {
        [
            Workload("NAL scan: units and access units of 8 MB of Annex B") {
                let stream = try pictures(2000 / part).flatMap { try $0.withRawSpan(NALUnitFraming.annexB) }
                return {
                    stream.withRawSpan { stream in
                        let units = NALUnitFraming.unitsOfAnnexB(stream)
                        return NALUnitFraming.accessUnits(of: units, in: stream).count
                    }
                }
            },
            Workload("NAL rewrite: 2,000 samples of 8 MB without parameter sets, raised to another level") {
                let samples = try pictures(2000 / part)
                return {
                    var count = 0
                    for sample in samples {
                        var rest = try sample.withRawSpan(NALUnitFraming.strippingParameterSets)
                        try NALUnitFraming.alignTemporalIDs(inSample: &rest)
                        try NALUnitFraming.setTemporalID(2, ofSample: &rest)
                        count += rest.count
                    }
                    return count
                }
            },
            Workload("NAL rewrite: parameter sets declared with other levels, 200 times") {
                let sets = try EncodedSets.layered()
                return {
                    var count = 0
                    for level in 0..<200 / part {
                        let rewritten = try sets.declaring(levels: [30, 60, 63, UInt8(90 + level % 60)])
                        count += rewritten.vps.count + rewritten.sps.count
                    }
                    return count
                }
            },
        ]
    }

    /// Length-prefixed samples: a delimiter, SEI and a slice; every hundredth also has parameter sets.
    private static func pictures(_ count: Int) throws -> [[UInt8]] {
        var noise = Noise(2)
        let sets = try EncodedSets.layered()
        return (0..<count).map { index in
            var sample: [UInt8] = []
            func append(_ unit: [UInt8]) { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
            append([35 << 1, 1, 0x50])
            if index % 100 == 0 { for set in [sets.vps, sets.sps, sets.pps] { append(set) } }
            append([39 << 1, 1, 1, 4] + noise.bytes(4).map { $0 | 1 } + [0x80])
            // A trailing picture's first slice, with emulation prevention bytes.
            let payload = EmulationPrevention.inserted(into: noise.bytes(1000 + Int(noise.next() % 6000)))
            append([1 << 1, 1, 0x80] + payload + [0x80])
            return sample
        }
    }
}
