package import Media

extension ParameterSets {
    /// What the SPS says of the stream's temporal sub-layers.
    package func subLayers() throws(BitstreamError) -> SubLayerDescription {
        try sps.withRawSpan(SequenceParameterSet.init).subLayerDescription
    }

    /// The same with other sub-layers in VPS and SPS, all else bit for bit (ISO/IEC 23008-2 7.3.2.1, 7.3.2.2).
    ///
    /// Encoders that leave the number of sub-layers or their buffering unsaid are mended with it. Throws `invalid` for
    /// what the standard forbids, and `unsupported` when sub-layers are added to a stream with HRD parameters.
    package func declaring(_ layers: SubLayerDescription) throws(BitstreamError) -> ParameterSets {
        try changingSubLayers { _ in layers }
    }

    /// The same with another general level, and with levels for those lower sub-layers that have none of their own; all
    /// else bit for bit.
    ///
    /// - Parameter levels: thirty times the level for each sub-layer, the lowest first; that of the highest is the
    ///   general one.
    package func declaring(levels: [UInt8]) throws(BitstreamError) -> ParameterSets {
        try changingSubLayers { $0.declaring(levels: levels) }
    }

    /// The sets of the stream that is left when all pictures of the sub-layers `count` and above are dropped (clause
    /// 10); all that they do not say of sub-layers stays bit for bit.
    ///
    /// Profile and level become those of the highest sub-layer that is left, where they are coded. With as many
    /// sub-layers as there are, or more, nothing changes.
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
