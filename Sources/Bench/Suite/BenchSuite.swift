package import Media

/// What a benchmark run measures: clips, rates, ways of encoding, metrics. Read from a suite file.
package struct BenchSuite: Hashable, Sendable {
    /// What a suite file says first.
    package static let apiVersion = "granary-bench/v1"

    /// Path of the file; relative paths in it are relative to its folder.
    package var file: String
    /// Name and checksum.
    package var identity: BenchSuiteIdentity
    /// Speeds of x265 and x264, by name; an anchor that names none is run with each of them.
    package var presets: [String]
    /// Average rates in bit/s, ascending, for clips that name none.
    package var rates: [Int]
    /// Rate factors, ascending, for clips that name none.
    package var factors: [Double]
    /// How often everything is encoded: quality is the same each time, time is not.
    package var repetitions: Int
    /// What is measured.
    package var metrics: [BenchMetric]
    /// Longest distance of key frames, for every anchor.
    package var keyFrameInterval: MediaTime
    /// Clips by name.
    package var clips: [BenchClip]
    /// Folders of the user's own clips.
    package var folders: [BenchFolder]
    /// Ways of encoding, as they are written.
    package var anchors: [BenchAnchor]
    /// What a run may take.
    package var limits: BenchLimits
    /// How much worse a run may be without being called so.
    package var bands: GateBands

    /// Creates a suite of nothing.
    init(file: String, identity: BenchSuiteIdentity) {
        self.file = file
        self.identity = identity
        presets = ["medium"]
        rates = []
        factors = []
        repetitions = 1
        metrics = []
        keyFrameInterval = MediaTime(value: 10, timescale: 1)
        clips = []
        folders = []
        anchors = []
        limits = BenchLimits()
        bands = GateBands()
    }

    /// The anchors as they are run: one that names no preset becomes one for each of the suite's, and the reference is
    /// that of the first one.
    package var lanes: [BenchAnchor] {
        anchors.flatMap { anchor -> [BenchAnchor] in
            guard anchor.preset == nil, anchor.kind.usesPreset else { return [anchor] }
            return presets.enumerated().map { index, preset in
                var lane = anchor
                lane.preset = preset
                if presets.count > 1 { lane.name += "-\(preset)" }
                if index > 0, lane.role == .reference { lane.role = .peer }
                return lane
            }
        }
    }

    /// What an anchor is asked for over a clip.
    package func rates(of clip: BenchClip, for anchor: BenchAnchor) -> [BenchRate] {
        switch anchor.aim {
        case .rate: (clip.rates ?? rates).map { .average(bitsPerSecond: $0) }
        case .factor: (clip.factors ?? factors).map { .constant($0) }
        }
    }
}
