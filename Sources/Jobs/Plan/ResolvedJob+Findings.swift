package import Media

extension ResolvedJob {
    /// The scout's findings as warnings with times, one sentence each: metadata that changes in the source but not in
    /// the film, and pictures that are flagged as progressive but are not.
    package func warnings(about plan: Plan, _ timeline: FrameTimeline) -> [String] {
        guard let findings = plan.findings else { return [] }
        let settings = encoderSettings(plan)
        let changes = (findings.lightChanges ?? []).filter { $0.frame < timeline.count }
        return [
            warning("mastering display", changes, \.masteringDisplay, settings.masteringDisplay, timeline),
            warning("content light level", changes, \.contentLight, settings.contentLight, timeline),
            warning("ambient viewing environment", changes, \.ambientViewing, settings.ambientViewing, timeline),
        ].compactMap(\.self) + warnings(about: findings.fields ?? [], timeline)
            + (findings.stills ?? []).filter { $0.frame == nil }.map(\.words)
    }

    /// Maximum number of places in a warning.
    private static let mostPlaces = 8

    private func warning<Value: Equatable & CustomStringConvertible>(
        _ subject: String,
        _ changes: [LightStatement],
        _ part: KeyPath<LightMetadata, Value?>,
        _ written: Value?,
        _ timeline: FrameTimeline
    ) -> String? {
        let places = changes.compactMap { change in
            change.light[keyPath: part].map { "\($0) from \(Self.text(timeline.time(of: change.frame)))" }
        }
        guard !places.isEmpty else { return nil }
        return "the \(subject) of the source changes: it is \(Self.list(places)); "
            + "the film has \(written.map { "\($0) throughout" } ?? "none")"
    }

    private func warnings(about stretches: [FieldStretch], _ timeline: FrameTimeline) -> [String] {
        [FieldStretch.Kind.interlaced, .telecined].compactMap { kind in
            let places = stretches.filter { $0.kind == kind && $0.frames.upperBound <= timeline.count }.map { stretch in
                let range = timeline.timeRange(of: stretch.frames)
                return "\(Self.text(range.start)) to \(Self.text(range.end))"
            }
            return places.isEmpty ? nil : kind.warning(at: Self.list(places))
        }
    }

    private static func list(_ places: [String]) -> String {
        let shown = places.prefix(mostPlaces).joined(separator: ", ")
        return places.count > mostPlaces ? "\(shown), and at \(places.count - mostPlaces) further places" : shown
    }

    /// A time in seconds to the millisecond, as in "12.042 s".
    private static func text(_ time: MediaTime) -> String {
        let milliseconds = time.rounded(to: 1000).value
        let fraction = String(milliseconds.magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(padding)\(fraction) s"
    }
}

extension FieldStretch.Kind {
    fileprivate func warning(at places: String) -> String {
        switch self {
        case .interlaced:
            "pictures are interlaced but flagged as progressive: \(places); they are encoded as they are, with "
                + "combed edges; deinterlace: frame, or field for a frame of each field, makes them progressive"
        case .telecined:
            "pictures are telecined (3:2 pulldown: two of five are combed): \(places); they are encoded as they are; "
                + "restore the film first, as with: ffmpeg -i FILE -vf fieldmatch,decimate -c:v ffv1 -c:a copy OUT.mkv"
        }
    }
}
