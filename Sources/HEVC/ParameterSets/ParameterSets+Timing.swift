package import Media

extension ParameterSets {
    /// The same with another clock, of one tick per picture, if VPS and SPS have one (ISO/IEC 23008-2 7.3.2.1, E.2.1);
    /// nil removes it, for pictures of unequal duration. The rest is unchanged, bit for bit.
    ///
    /// Sets with HRD parameters in either are unchanged: these count the ticks of a picture for each sub-layer.
    package func declaring(frameRate: FrameRate?) throws(BitstreamError) -> ParameterSets {
        let video = try vps.withRawSpan(VideoParameterSet.reading).sites
        let sequence = try sps.withRawSpan(SequenceParameterSet.reading).sites
        guard video.hypotheticalDecoders.isEmpty, sequence.hypotheticalDecoders.isEmpty else { return self }
        let clock = frameRate.map(CodedTiming.init)
        var sets = self
        sets.vps = try video.rewrite(vps, timing: clock)
        sets.sps = try sequence.rewrite(sps, timing: clock)
        return sets
    }
}
