package import Media

extension ParameterSets {
    /// The same with another clock, of one tick a picture, where VPS and SPS have one (ISO/IEC 23008-2 7.3.2.1, E.2.1); nil for
    /// none any more, as pictures that last unequally long have it. All else stays bit for bit.
    ///
    /// A set with HRD parameters stays as it is: these count the ticks of a picture for each sub-layer.
    package func declaring(frameRate: FrameRate?) throws(BitstreamError) -> ParameterSets {
        var sets = self
        let clock = frameRate.map(CodedTiming.init)
        sets.vps = try vps.withRawSpan(VideoParameterSet.reading).sites.rewrite(vps, timing: clock)
        sets.sps = try sps.withRawSpan(SequenceParameterSet.reading).sites.rewrite(sps, timing: clock)
        return sets
    }
}
