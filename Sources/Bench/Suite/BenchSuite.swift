package import Media

/// What a benchmark run measures: clips, rates, ways of encoding, metrics. Read from a suite file.
package struct BenchSuite: Hashable, Sendable {
    /// The `apiVersion` with which a suite file begins.
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
    /// How often everything is encoded: quality is the same each time, times differ.
    package var repetitions: Int
    /// The metrics.
    package var metrics: [BenchMetric]
    /// Longest distance between key frames, for every anchor.
    package var keyFrameInterval: MediaTime
    /// Clips by name.
    package var clips: [BenchClip]
    /// Folders of the user's own clips.
    package var folders: [BenchFolder]
    /// Ways of encoding, as the file lists them.
    package var anchors: [BenchAnchor]
    /// Limits of a run.
    package var limits: BenchLimits
    /// How much worse a run may be before the gate reports it.
    package var bands: GateBands

    /// Creates an empty suite.
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

    /// The anchors that are run: one that names no preset becomes one for each preset of the suite. A reference stays
    /// the reference with the first preset only.
    package var runAnchors: [BenchAnchor] {
        anchors.flatMap { anchor -> [BenchAnchor] in
            guard anchor.preset == nil, anchor.kind.usesPreset else { return [anchor] }
            return presets.enumerated().map { index, preset in
                var copy = anchor
                copy.preset = preset
                if presets.count > 1 { copy.name += "-\(preset)" }
                if index > 0, copy.role == .reference { copy.role = .peer }
                return copy
            }
        }
    }

    /// The targets of an anchor for a clip.
    package func rates(of clip: BenchClip, for anchor: BenchAnchor) -> [BenchRate] {
        switch anchor.aim {
        case .rate: (clip.rates ?? rates).map { .average(bitsPerSecond: $0) }
        case .factor: (clip.factors ?? factors).map { .constant($0) }
        }
    }
}
