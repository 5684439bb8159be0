import AVC
import HEVC
import Media

extension FuzzTarget {
    /// A set of H.264 with another level says all else that it said before; a sample is read or refused.
    private func readAVC(_ input: [UInt8]) throws(BrokenProperty) {
        _ = input.withRawSpan { try? AVCAccessUnit(sample: $0) }
        guard let level = input.first, let before = AVCSequenceParameterSet(Array(input.dropFirst())) else { return }
        let sets = ParameterSets(vps: [], sps: Array(input.dropFirst()), pps: [])
        guard let changed = try? sets.declaring(avcLevel: level), let after = AVCSequenceParameterSet(changed.sps),
            after.level == level, after.size == before.size, after.colour == before.colour
        else { throw BrokenProperty(description: "a set with the level \(level) is not read as before") }
    }

    /// Sets that are rewritten say what was asked for, and of everything else what they said before.
    ///
    /// The first three bytes are the wishes: how many sub-layers, which level, which tier and nesting.
    func rewriteParameterSets(_ input: [UInt8]) throws(BrokenProperty) {
        try readAVC(input)
        guard input.count > 3, let sets = try? Array(input[3...]).withRawSpan(ParameterSets.init(header:)),
            let before = ReadSets(sets)
        else { return }
        let count = Int(input[0] % 8)
        if let changed = try? sets.declaring(isHighTier: input[2] & 1 == 1, level: input[1]) {
            var wanted = before
            wanted.video.profileTierLevel.isHighTier = input[2] & 1 == 1
            wanted.video.profileTierLevel.level = input[1]
            wanted.sequence.profileTierLevel.isHighTier = input[2] & 1 == 1
            wanted.sequence.profileTierLevel.level = input[1]
            try check(changed, of: sets, are: wanted, "declaring level \(input[1])")
        }
        if let changed = try? sets.keepingSubLayers(count) {
            var wanted = before
            wanted.video.subLayerDescription = before.video.subLayerDescription.keeping(count)
            wanted.sequence.subLayerDescription = before.sequence.subLayerDescription.keeping(count)
            wanted.keepDeliveries(count)
            try check(changed, of: sets, are: wanted, "keeping \(count) sub-layers")
        }
        let layers = SubLayerDescription(
            isTemporalIDNested: count <= 1 || input[2] & 2 == 2,
            profileTierLevel: ProfileTierLevel(
                general: before.sequence.profileTierLevel.general,
                level: input[1],
                subLayers: (1..<max(count, 1)).map { ProfileTierLevel.SubLayer(level: UInt8($0)) }
            ),
            ordering: (0..<max(count, 1)).map { SubLayerOrdering(pictureBuffers: $0 + 2, reorderedPictures: $0) }
        )
        if let changed = try? sets.declaring(layers) {
            var wanted = before
            wanted.video.subLayerDescription = layers
            wanted.sequence.subLayerDescription = layers
            wanted.keepDeliveries(layers.count)
            try check(changed, of: sets, are: wanted, "declaring \(layers.count) sub-layers")
        }
    }

    private func check(
        _ sets: ParameterSets,
        of original: ParameterSets,
        are wanted: ReadSets,
        _ attempt: String
    ) throws(BrokenProperty) {
        guard let read = ReadSets(sets) else {
            throw BrokenProperty(description: "after \(attempt) the sets cannot be read")
        }
        try Fuzzing.check(read.video == wanted.video, "\(attempt): \(read.video) is not \(wanted.video)")
        try Fuzzing.check(read.sequence == wanted.sequence, "\(attempt): \(read.sequence) is not \(wanted.sequence)")
        try Fuzzing.check(read.picture == wanted.picture, "\(attempt): the PPS is another one")
        // What was behind a length, and stays as it was, may hold anything.
        for unit in Set([sets.vps, sets.sps]).subtracting([original.vps, original.sps]) {
            let units = ([0, 0, 1] + unit + [0, 0, 1, 0x44]).withRawSpan(NALUnitFraming.unitsOfAnnexB)
            try Fuzzing.check(units.count == 2, "\(attempt): a set looks like \(units.count - 1) units")
        }
    }
}

/// The three sets, as far as they are read.
private struct ReadSets {
    var video: VideoParameterSet
    var sequence: SequenceParameterSet
    var picture: PictureParameterSet

    /// Leaves what the hypothetical decoder has of so many sub-layers: it speaks of as many as there are.
    mutating func keepDeliveries(_ count: Int) {
        guard let decoder = sequence.usability?.hypotheticalDecoder else { return }
        sequence.usability?.hypotheticalDecoder?.deliveries = Array(decoder.deliveries.prefix(count))
        sequence.usability?.hypotheticalDecoder?.pictureTicks = Array(decoder.pictureTicks.prefix(count))
    }

    /// nil when one of them cannot be read.
    init?(_ sets: ParameterSets) {
        guard let video = try? sets.vps.withRawSpan(VideoParameterSet.init),
            let sequence = try? sets.sps.withRawSpan(SequenceParameterSet.init),
            let picture = try? sets.pps.withRawSpan(PictureParameterSet.init)
        else { return nil }
        (self.video, self.sequence, self.picture) = (video, sequence, picture)
    }
}

extension AVCSequenceParameterSet {
    /// Reads a NAL unit; nil if it is refused.
    fileprivate init?(_ unit: [UInt8]) {
        guard let read = unit.withRawSpan({ try? AVCSequenceParameterSet(unit: $0) }) else { return nil }
        self = read
    }
}
