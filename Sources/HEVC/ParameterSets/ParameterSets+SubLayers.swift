package import Media

extension ParameterSets {
    /// The temporal sub-layers of the stream according to the SPS.
    package func subLayers() throws(BitstreamError) -> SubLayerDescription {
        try sps.withRawSpan(SequenceParameterSet.init).subLayerDescription
    }

    /// The same with other sub-layers in VPS and SPS; the rest is unchanged, bit for bit (ISO/IEC 23008-2 7.3.2.1,
    /// 7.3.2.2).
    ///
    /// This fixes encoders that do not declare the number of sub-layers or their buffering. Throws `invalid` for values
    /// that the standard forbids, and `unsupported` if sub-layers are added to a stream with HRD parameters.
    package func declaring(_ layers: SubLayerDescription) throws(BitstreamError) -> ParameterSets {
        try changingSubLayers { _ in layers }
    }

    /// The same with another general level, and with levels for those lower sub-layers that have none of their own; the
    /// rest is unchanged, bit for bit.
    ///
    /// - Parameter levels: thirty times the level for each sub-layer, the lowest first; that of the highest is the
    ///   general one.
    package func declaring(levels: [UInt8]) throws(BitstreamError) -> ParameterSets {
        try changingSubLayers { $0.declaring(levels: levels) }
    }

    /// The sets of the stream that remains if all pictures of the sub-layers `count` and above are dropped (clause 10).
    /// Everything except sub-layers is unchanged, bit for bit.
    ///
    /// Profile and level become those of the highest remaining sub-layer, if they are coded. If there are at most
    /// `count` sub-layers, nothing changes.
    ///
    /// - Parameter count: sub-layers to keep, at least 1.
    package func keepingSubLayers(_ count: Int) throws(BitstreamError) -> ParameterSets {
        guard count >= 1 else {
            throw BitstreamError(.invalid, "max_sub_layers_minus1", "a stream cannot have \(count) sub-layers")
        }
        return try changingSubLayers { $0.keeping(count) }
    }

    private func changingSubLayers(
        _ change: (SubLayerDescription) -> SubLayerDescription
    ) throws(BitstreamError) -> ParameterSets {
        var sets = self
        let (video, videoSites) = try vps.withRawSpan(VideoParameterSet.reading)
        let (sequence, sequenceSites) = try sps.withRawSpan(SequenceParameterSet.reading)
        let (videoLayers, sequenceLayers) = (video.subLayerDescription, sequence.subLayerDescription)
        let (newVideo, newSequence) = (change(videoLayers), change(sequenceLayers))
        if newVideo != videoLayers { sets.vps = try videoSites.rewrite(vps, describing: newVideo) }
        if newSequence != sequenceLayers { sets.sps = try sequenceSites.rewrite(sps, describing: newSequence) }
        return sets
    }
}
