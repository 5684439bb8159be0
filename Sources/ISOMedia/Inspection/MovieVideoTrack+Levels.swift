package import HEVC
package import Media

/// The lower temporal levels of a track: the same pictures at a lower frame rate.
extension MovieVideoTrack {
    /// A sample that remains, with its times in ticks of the track.
    package struct TimedSample: Hashable, Sendable {
        /// Number of the sample in the track.
        package let index: Int
        /// When it is decoded, on the film's clock.
        package let decodeTick: Int64
        /// When it is presented.
        package let presentationTick: Int64
        /// How long it is presented.
        package let duration: Int64
    }

    /// The samples up to a level, in decode order. Each picture keeps its presentation time and is shown until the next
    /// one that remains, the last one until the film ends. The decode time of the n-th sample is the presentation time
    /// of the n-th picture in presentation order; without a level each sample keeps its own.
    ///
    /// - Parameters:
    ///   - level: the highest level that remains; nil for all samples.
    ///   - end: when the film ends, in ticks, if its edit list does not say; nil for the duration of the last sample.
    /// - Throws: when the times of the samples do not fit the duration of the film.
    package func samples(upTo level: Int?, end: Int64? = nil) throws(MovieError) -> [TimedSample] {
        let kept = samples.indices.filter { isKept($0, upTo: level) }
        let order = kept.sorted { samples[$0].presentationTick < samples[$1].presentationTick }
        let ticks = order.map { samples[$0].presentationTick }
        let limit: Int64 = 1 << 60
        guard let first = ticks.first, let last = order.last, first > (level == nil ? -limit : -1),
            ticks[ticks.count - 1] < limit, zip(ticks, ticks.dropFirst()).allSatisfy(<)
        else { throw misfit }
        var end = presentationEnd ?? end ?? .min
        if end <= ticks[ticks.count - 1], level == nil || end == .min {
            // Without an edit list, or behind the end of one.
            end = samples[last].presentationTick + samples[last].decodeDuration
        }
        guard end > ticks[ticks.count - 1], end < limit else { throw misfit }
        var places = [Int](repeating: 0, count: samples.count)
        for (place, index) in order.enumerated() { places[index] = place }
        let ends = Array(ticks.dropFirst()) + [end]
        return kept.enumerated().map { number, index in
            TimedSample(
                index: index,
                decodeTick: level == nil ? samples[index].decodeTick &+ shift : ticks[number],
                presentationTick: samples[index].presentationTick,
                duration: ends[places[index]] - ticks[places[index]]
            )
        }
    }

    private var misfit: MovieError {
        MovieError(.damaged, "video track", "the times of its samples do not fit its duration")
    }

    /// The frame rate if the pictures have equal distances; nil otherwise.
    package func constantRate(of samples: [TimedSample]) -> FrameRate? {
        var cadence = FrameCadence()
        for sample in samples { cadence.add(tick: sample.presentationTick, duration: sample.duration) }
        return cadence.rate(timescale: timescale)
    }

    /// The parameter sets of a stream of the levels up to one, at a frame rate.
    package func parameterSets(upTo level: Int, _ rate: FrameRate?) throws(BitstreamError) -> ParameterSets {
        try parameterSets.keepingSubLayers(level + 1).declaring(frameRate: rate)
    }

    /// Takes what the boxes of the track say about its pictures: they take precedence over the bitstream.
    package func describe(_ video: inout VideoTrackConfiguration) {
        if let colour = format.colour {
            let isFullRange = colour.isFullRange ?? video.colour.isFullRange
            video.colour = colour
            video.colour.isFullRange = isFullRange
        }
        video.colourProfile = format.colourProfile?.bytes
        video.masteringDisplay = format.masteringDisplay ?? video.masteringDisplay
        video.contentLight = format.contentLight ?? video.contentLight
        video.ambientViewing = format.ambientViewing ?? video.ambientViewing
        video.cleanAperture = format.cleanAperture
        video.timescale = timescale
        video.prefixSEI = prefixSEI
    }

    /// The flags of a sample for a movie of the levels up to one.
    ///
    /// - Parameters:
    ///   - isHighest: whether no higher level remains: then no sample refers to a sub-layer non-reference picture.
    ///   - slice: the header of its first slice.
    package func flags(of sample: Int, isHighest: Bool, slice: NALUnitHeader) -> SampleFlags {
        var flags: SampleFlags = samples[sample].isSync ? .sync : []
        if slice.type.isIRAP { flags.insert(.intra) }
        if isHighest, slice.type.isSubLayerNonReference { flags.insert(.disposable) }
        return flags
    }
}
