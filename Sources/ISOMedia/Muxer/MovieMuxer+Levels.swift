import AVC
import HEVC
import Media

extension MovieMuxer {
    /// Raises the level in the parameter sets to what the samples need, and declares the requirements of each temporal
    /// level if the parameter sets do not.
    mutating func declareLevels() throws(MovieError) {
        switch coded {
        case .hevc(_, let sequence): try declareLevels(sequence)
        case .avc(_, let sequence): try declareLevel(sequence)
        }
    }

    private mutating func declareLevels(_ sequence: SequenceParameterSet) throws(MovieError) {
        let declared = sequence.profileTierLevel
        var levels: [UInt8] = []
        for index in 0..<(temporalLevels?.count ?? 1) {
            let isHighest = index + 1 == temporalLevels?.count ?? 1
            let needed = video.neededLevel(upTo: isHighest ? 6 : index, sequence)
            if isHighest, needed == nil {
                noteExceededLevel()
            }
            levels.append(isHighest ? max(declared.level, needed ?? 0) : needed ?? declared.level)
        }
        let sets: ParameterSets
        do {
            sets = try configuration.video.parameterSets.declaring(levels: levels)
        } catch {
            throw MovieError(.invalidConfiguration, "parameter sets", "\(error.element): \(error.cause)")
        }
        coded = try CodedVideo(sets, configuration.video)
        guard case .hevc(_, let other) = coded else { return }
        for index in 0..<(temporalLevels?.count ?? 0) {
            temporalLevels?.capabilities[index].level = other.profileTierLevel.representation(upTo: index).level
        }
    }

    /// The encoder chose the lowest level for size, frame rate and references. Here it is raised to one that allows the
    /// highest rate of a second (ISO/IEC 14496-10 A.3.1).
    private mutating func declareLevel(_ sequence: AVCSequenceParameterSet) throws(MovieError) {
        let rate = Int(video.samples.bitRate.maximum)
        guard let needed = AVCLevel.lowest(from: sequence.level, profile: sequence.profile, bitsPerSecond: rate) else {
            return noteExceededLevel()
        }
        let sets = try CodedVideo.read { () throws(BitstreamError) in
            try configuration.video.parameterSets.declaring(avcLevel: needed.code)
        }
        coded = try CodedVideo(sets, configuration.video)
    }

    private mutating func noteExceededLevel() {
        let name = configuration.video.parameterSets.codec.name
        let text = "no level of \(name) allows so many samples or bits per second"
        notes.append(MovieNote(.levelExceeded, "video track", "\(text); the level that the encoder wrote is kept"))
    }
}
