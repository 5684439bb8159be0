import Foundation
import Media

/// Makes a job of a manifest: settles every "auto" with its reason, and gathers what cannot be.
struct JobResolver {
    let manifest: Manifest
    let source: SourceDescription
    let capabilities: EncoderCapabilities
    /// What source or encoder contradict.
    private(set) var issues: [ManifestIssue] = []
    /// What sorts of failure they are.
    private var kinds: Set<FailureKind> = []
    /// The sort of failure that they are together: an output that cannot be is one of its own only where nothing else
    /// is wrong.
    var kind: FailureKind { kinds == [.cannotCreate] ? .cannotCreate : .badInput }
    /// What became of each "auto".
    private(set) var resolutions: [Resolution] = []
    /// What of each picture is encoded; nil for all.
    var region: PictureRegion?
    /// What is shown of a coded picture; nil for all.
    var shownSize: PictureSize?
    /// Whether the scout is to measure the light levels.
    var measuresLight = false

    init(manifest: Manifest, source: SourceDescription, capabilities: EncoderCapabilities) {
        self.manifest = manifest
        self.source = source
        self.capabilities = capabilities
    }

    /// The job; to be used only when `issues` is empty.
    mutating func resolve() -> ResolvedJob {
        checkOutput()
        let name = resolveName()
        let encoder = resolveEncoder()
        let rate = resolveRate()
        let passes = resolvePasses(for: rate, isBounded: encoder.buffer != nil)
        let optimize = resolveOptimization(of: rate, passes)
        let audio = resolveAudio()
        checkLosses(audio, in: encoder.colour)
        return ResolvedJob(
            name: name,
            outputPath: manifest.output,
            source: source.identity,
            part: resolvePart(),
            shownSize: shownSize,
            encoder: encoder,
            measuresLight: measuresLight,
            rate: rate,
            optimize: optimize,
            passes: passes,
            ranges: manifest.ranges,
            audio: audio,
            verification: manifest.verification,
            onLoss: manifest.onLoss,
            builds: BuildIdentity(encoder: capabilities.buildName, reader: source.readerBuild),
            priority: manifest.priority,
            externalID: manifest.externalID,
            slurm: manifest.slurm == SlurmOptions() ? nil : manifest.slurm,
            resolutions: resolutions
        )
    }

    /// Notes what cannot be, at the place of the nearest key that was given.
    mutating func report(
        _ key: String,
        _ problem: String,
        _ suggestion: String = "",
        kind: FailureKind = .badInput
    ) {
        var path = Substring(key)
        var position = manifest.positions[key]
        while position == nil, let dot = path.lastIndex(of: ".") {
            path = path[..<dot]
            position = manifest.positions[String(path)]
        }
        issues.append(ManifestIssue(position: position, key: key, problem: problem, suggestion: suggestion))
        kinds.insert(kind)
    }

    /// Notes what became of an "auto".
    mutating func settle(_ key: String, _ value: String, _ reason: String) {
        resolutions.append(Resolution(key: key, value: value, reason: reason))
    }

    private mutating func checkOutput() {
        func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
        let sources = manifest.films.isEmpty ? [manifest.source] : manifest.films.map(\.path)
        if sources.contains(where: { resolved(manifest.output) == resolved($0) }) {
            report(
                "output",
                "is \(sources.count == 1 ? "the source itself" : "one of the sources"), which is never overwritten",
                "name another file",
                kind: .cannotCreate
            )
        }
    }

    private mutating func resolveName() -> String {
        if let name = manifest.name { return name }
        let stem = URL(filePath: manifest.output).deletingPathExtension().lastPathComponent
        settle("name", stem, "the name of the output")
        return stem
    }

    private mutating func resolveRate() -> RateGoal {
        if let rate = manifest.video.rate { return rate }
        if let preset = manifest.preset {
            settle("video.rate", "\(preset.rate)", "preset \(preset.rawValue)")
            return preset.rate
        }
        settle("video.rate", "constant rate factor 21", "no rate was given; 21 is good quality at a moderate size")
        return .constantRateFactor(21)
    }

    private mutating func resolvePasses(for rate: RateGoal, isBounded: Bool) -> PassLimits {
        let given = manifest.passes
        let (maximum, reason): (Int, String)
        switch (rate, given.maximum) {
        case (_, nil) where isBounded:
            (maximum, reason) = (
                5,
                "pass 1 predicts what the buffer must hold, pass 2 encodes, and up to three more encode again the "
                    + "ranges that overdraw it or miss the rate"
            )
        case (.constantRateFactor, .some(let asked)) where isBounded && asked > 1:
            (maximum, reason) = (
                asked,
                "as asked for: pass 1 predicts what the buffer must hold, further ones encode again what overdraws it"
            )
        case (.constantRateFactor, 1):
            (maximum, reason) = (1, "as asked for: every range is encoded once with the rate factor")
        case (.constantRateFactor, nil):
            (maximum, reason) = (1, "a constant rate factor needs no analysis and has no target to miss")
        case (.constantRateFactor, .some(let asked)):
            (maximum, reason) = (
                1, "a constant rate factor needs no analysis and has no target to miss: one of \(asked) passes is used"
            )
        case (.quality, nil):
            (maximum, reason) = (
                5,
                "pass 1 analyses, pass 2 encodes, and up to three more encode again the ranges that miss the film's "
                    + "quality"
            )
        case (.quality(let goal), 1):
            (maximum, reason) = (1, "as asked for: every range is encoded once, at a rate factor that is a guess")
            settle("video.rate.quality", "rate factor \(Quantity.words(goal.likelyFactor))", goal.onePassCannotAim)
        case (.quality, .some(let asked)):
            (maximum, reason) = (asked, "as asked for: pass 1 analyses, pass 2 encodes, further ones mend what misses")
        case (.average, nil):
            (maximum, reason) = (
                5,
                "pass 1 analyses, pass 2 encodes, up to three more encode again the ranges that miss the average rate"
            )
        case (.average, 1):
            (maximum, reason) = (
                1,
                "as asked for: without analysis every range is encoded once, all at the average rate of the film, "
                    + "whether they need it or not; two passes give bits to those that do"
            )
        case (.average, 2):
            (maximum, reason) = (2, "as asked for: pass 1 analyses, pass 2 encodes, and no range is encoded again")
        case (.average, .some(let asked)):
            (maximum, reason) = (
                asked, "as asked for: pass 1 analyses, pass 2 encodes, further ones encode again the ranges that miss"
            )
        }
        if given.maximum != maximum { settle("passes.maximum", String(maximum), reason) }
        return PassLimits(maximum: maximum, tolerance: given.tolerance, budget: given.budget, reason: reason)
    }

    private mutating func resolveAudio() -> AudioChoice {
        if manifest.audio == nil, let preset = manifest.preset, preset.audio == Manifest.Audio.none {
            settle("audio", "none", "preset \(preset.rawValue)")
        }
        switch manifest.audio ?? manifest.preset?.audio ?? .copy {
        case .none: return .none
        case .copy:
            settleAudio(.copy, "every sound track of the source that MP4 can hold")
            return .copy
        case .aac(nil):
            settleAudio(.aac(nil), "every sound track of the source, encoded as AAC where MP4 cannot hold it")
            return .aac(nil)
        case .tracks(let selectors): return .tracks(chosenTracks(selectors, .tracks([])))
        case .aac(.some(let selectors)): return .aac(chosenTracks(selectors, .aac([])))
        }
    }

    private mutating func settleAudio(_ choice: AudioChoice, _ reason: String) {
        let container = MovieContainer(fileName: manifest.output)
        let carried = choice.carriedTracks(of: source, in: container)
        settle(
            "audio",
            carried.isEmpty ? "none" : "[\(carried.map(String.init).joined(separator: ", "))]",
            source.audio.isEmpty
                ? "the source has no sound"
                : container == .mp4 ? reason : reason.replacingOccurrences(of: "MP4", with: "QuickTime")
        )
    }

    /// The tracks that are meant, as positions; names those that are not there, or cannot be carried in the way that is
    /// chosen.
    private mutating func chosenTracks(_ selectors: [Manifest.TrackSelector], _ choice: AudioChoice) -> [Int] {
        let container = MovieContainer(fileName: manifest.output)
        var chosen: Set<Int> = []
        for selector in selectors {
            let found = source.audio.indices.filter { index in
                switch selector {
                case .index(let wanted): index == wanted
                case .language(let language): source.audio[index].language == language
                }
            }
            if found.isEmpty { reportMissing(selector) }
            for index in found {
                if case .lost(let obstacle) = choice.fate(of: source.audio[index], in: container) {
                    let canEncode = choice == .tracks([]) && source.audio[index].isDecodable == true
                    let remedy =
                        canEncode ? "leave it out, or have it encoded: {codec: aac, tracks: [...]}" : "leave it out"
                    report("audio", "track \(index) cannot be carried: \(obstacle)", remedy)
                }
            }
            chosen.formUnion(found)
        }
        return chosen.sorted()
    }

    private mutating func reportMissing(_ selector: Manifest.TrackSelector) {
        let tracks = source.audio.enumerated().map { "\($0.offset) (\($0.element.codec), \($0.element.language))" }
        let known = tracks.isEmpty ? "it has no sound" : "it has \(tracks.joined(separator: ", "))"
        switch selector {
        case .index(let index): report("audio", "the source has no sound track \(index)", known)
        case .language(let language): report("audio", "the source has no sound track in \"\(language)\"", known)
        }
    }

    private mutating func checkLosses(_ audio: AudioChoice, in colour: ColourDescription) {
        guard manifest.onLoss == .error else { return }
        let losses = source.losses + [source.video.lossOfRGB(in: colour)].compactMap(\.self)
        for loss in losses + audio.losses(of: source, in: MovieContainer(fileName: manifest.output)) {
            report("onLoss", "the film cannot carry \(loss)", "write onLoss: warn to go on without it")
        }
    }
}
