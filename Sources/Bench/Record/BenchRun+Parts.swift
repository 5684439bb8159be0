extension BenchRun {
    /// The anchor that Granary is compared with: the suite's reference.
    package var reference: BenchAnchorRecord? { anchors.first { $0.role == .reference } }

    /// Granary's own anchors, which the regression gate checks.
    package var subjects: [BenchAnchorRecord] { anchors.filter { $0.role == .subject } }

    /// Everything that a subject is compared with: the reference first, then the others in their order.
    package func rivals(of subject: BenchAnchorRecord) -> [BenchAnchorRecord] {
        [reference].compactMap(\.self) + anchors.filter { $0.name != subject.name && $0.name != reference?.name }
    }

    /// Names of the clips that a metric is meant for.
    package func clips(for metric: BenchMetric) -> Set<String> {
        Set(clips.filter { $0.isMeant(for: metric) }.map(\.name))
    }

    /// Measured points of a clip and an anchor, in the order of the record; nil takes all clips or anchors.
    package func measured(clip: String? = nil, anchor: String? = nil) -> [(point: BenchPoint, of: BenchMeasurement)] {
        points.compactMap { point in
            guard clip == nil || point.clip == clip, anchor == nil || point.anchor == anchor,
                case .measured(let measurement) = point.outcome
            else { return nil }
            return (point, measurement)
        }
    }

    /// Points that could not be measured, each with its reason.
    package var holes: [(point: BenchPoint, hole: BenchHole)] {
        points.compactMap { point in
            guard case .hole(let hole) = point.outcome else { return nil }
            return (point, hole)
        }
    }
}
