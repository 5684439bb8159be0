import HEVC

/// The header fields of a track with temporal levels: the groups of its samples, its frame rate, and the values that
/// did not fit.
struct TemporalLayout: Hashable, Sendable {
    /// The groups `tscl`, `sync`, `tsas` and `stsa` (ISO/IEC 14496-15 8.4.4 to 8.4.7), the last three if they have
    /// samples.
    let groups: [SampleGroupTable]
    /// The values that did not fit in their fields.
    let notes: [MovieNote]
    private let rates: [TemporalLevelRate]

    /// Describes the finished samples. Precondition: the level of each sample is in `levels`.
    init(_ samples: VideoSamples, _ levels: TemporalLevels) {
        rates = samples.rates(ofLevels: levels.count)
        var notes: [MovieNote] = []
        var entries: [TemporalLevelEntry] = []
        for (level, rate) in rates.enumerated() {
            var entry = TemporalLevelEntry(temporalLevel: UInt8(level), capability: levels.capabilities[level])
            notes += entry.describe(rate)
            entries.append(entry)
        }
        self.notes = notes
        let syncTypes = Set(samples.traits.lazy.filter(\.isSync).map(\.unitType)).sorted()
        groups =
            [SampleGroupTable(entries, of: samples.traits) { $0.temporalLevel + 1 }]
            + [
                SampleGroupTable(syncTypes.map { SyncSampleEntry(unitType: $0.rawValue) }, of: samples.traits) {
                    sample in
                    sample.isSync ? (syncTypes.firstIndex(of: sample.unitType) ?? -1) + 1 : 0
                },
                SampleGroupTable([TemporalSubLayerEntry()], of: samples.traits) { sample in
                    sample.unitType == .tsaN || sample.unitType == .tsaR ? 1 : 0
                },
                SampleGroupTable([StepwiseTemporalLayerEntry()], of: samples.traits) { sample in
                    sample.unitType == .stsaN || sample.unitType == .stsaR ? 1 : 0
                },
            ].filter(\.isUsed)
    }

    /// Sets the frame rate in `hvcC`: constant for each level only if that of each level is (ISO/IEC 14496-15
    /// 8.3.2.1.3).
    func describeFrameRate(in hevc: inout HEVCConfigurationBox) {
        guard let whole = rates.last else { return }
        hevc.describeFrameRate(
            framesIn256Seconds: whole.framesIn256Seconds,
            constantFrameRate: rates.allSatisfy(\.isConstant) ? 2 : whole.isConstant ? 1 : 0
        )
    }
}
