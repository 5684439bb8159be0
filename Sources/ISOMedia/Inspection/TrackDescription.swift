package import Media

/// The description of a track. Unreadable parts are nil and have a line in the movie's findings.
package struct TrackDescription: Hashable, Sendable {
    /// Its header.
    package var header: TrackHeaderBox?
    /// Timescale, duration and language of its media.
    package var media: MediaHeaderBox?
    /// `vide`, `soun`, ...
    package var handler: FourCC?
    /// What it is for.
    package var roles: [TrackRole] = []
    /// Its edits; empty without an edit list.
    package var edits: [EditListBox.Edit] = []
    /// Whether its samples are in this file, as far as it says.
    package var isSelfContained = true
    /// Number of sample entries.
    package var formatCount = 0
    /// The first format, for video.
    package var video: VideoFormat?
    /// The first format, for audio.
    package var audio: AudioFormat?
    /// `cslg`.
    package var compositionShift: CompositionShiftBox?
    /// The groups of its samples, by type.
    package var groupings: [SampleGrouping] = []
    /// The temporal levels of its samples, if the groups give any.
    package var temporalLevels: TemporalLevelMap?
    /// Its samples.
    package var samples: SampleTable?
    /// Bytes of all samples that are inside the file.
    package var byteCount: UInt64 = 0

    /// The groups of one type.
    package func grouping(_ type: FourCC) -> SampleGrouping? { groupings.first { $0.groupingType == type } }
}

extension TrackDescription: Encodable {
    private enum Key: String, CodingKey {
        case id, isEnabled, alternateGroup, handler, language, timescale, mediaDuration, trackDuration, matrix,
            displayWidth
        case displayHeight, edits, formatCount, video, audio, sampleCount, syncSampleCount, hasLargeOffsets, byteCount
        case sampleGroups, temporalLevels, roles
    }

    /// Writes everything but the samples themselves, which may be millions.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(header?.trackID, forKey: .id)
        try container.encodeIfPresent(header?.isEnabled, forKey: .isEnabled)
        try container.encodeIfPresent(header?.alternateGroup, forKey: .alternateGroup)
        try container.encodeIfPresent(handler, forKey: .handler)
        try container.encodeIfPresent(media?.language, forKey: .language)
        try container.encodeIfPresent(media?.timescale, forKey: .timescale)
        try container.encodeIfPresent(media?.duration, forKey: .mediaDuration)
        try container.encodeIfPresent(header?.duration, forKey: .trackDuration)
        try container.encodeIfPresent(header?.matrix, forKey: .matrix)
        try container.encodeIfPresent(header.map { Double($0.width) / 65536 }, forKey: .displayWidth)
        try container.encodeIfPresent(header.map { Double($0.height) / 65536 }, forKey: .displayHeight)
        try container.encode(edits, forKey: .edits)
        try container.encode(formatCount, forKey: .formatCount)
        try container.encodeIfPresent(video, forKey: .video)
        try container.encodeIfPresent(audio, forKey: .audio)
        try container.encodeIfPresent(samples?.count, forKey: .sampleCount)
        try container.encodeIfPresent(samples?.syncSampleCount, forKey: .syncSampleCount)
        try container.encodeIfPresent(samples?.hasLargeOffsets, forKey: .hasLargeOffsets)
        try container.encode(byteCount, forKey: .byteCount)
        if !groupings.isEmpty { try container.encode(groupings, forKey: .sampleGroups) }
        if !roles.isEmpty { try container.encode(roles, forKey: .roles) }
        try container.encodeIfPresent(temporalLevels, forKey: .temporalLevels)
    }
}
