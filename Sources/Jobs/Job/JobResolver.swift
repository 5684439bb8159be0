import Foundation
import Media

/// Turns a manifest into a job: resolves every "auto" with its reason, and collects every contradiction.
struct JobResolver {
    let manifest: Manifest
    let source: SourceDescription
    let capabilities: EncoderCapabilities
    /// What contradicts the source or the encoder.
    private(set) var issues: [ManifestIssue] = []
    /// The kinds of failure among the issues.
    private var kinds: Set<FailureKind> = []
    /// The kind of failure of all issues together: `cannotCreate` only if nothing else is wrong, otherwise `badInput`.
    var kind: FailureKind { kinds == [.cannotCreate] ? .cannotCreate : .badInput }
    /// The value of each "auto".
    private(set) var resolutions: [Resolution] = []
    /// The region of each picture that is encoded; nil for the whole picture.
    var region: PictureRegion?
    /// The size of a coded picture that is shown; nil for the whole picture.
    var shownSize: PictureSize?
    /// Whether the scout measures the light levels.
    var measuresLight = false
    /// How colours are converted, once for each set of colours that the films have.
    var colours: [ColourConversion.Terms] = []
    /// Whether the film has other colours than the source as a whole, so that what describes them does not hold.
    var changesColours = false
    /// Whether the pictures of each film are placed in a frame.
    var isPlaced: Bool { composition?.isPlaced == true }
    /// What the films of the source become together; nil for a single film that is taken as it is.
    let composition: FilmComposition?

    init(manifest: Manifest, source: SourceDescription, capabilities: EncoderCapabilities) {
        self.manifest = manifest
        self.source = source
        self.capabilities = capabilities
        composition = source.films.map { FilmComposition($0, timeline: source.video.timeline) }
    }

    /// The job. Valid only if `issues` is empty.
    mutating func resolve() -> ResolvedJob {
        checkOutput()
        let name = resolveName()
        let encoder = resolveEncoder()
        let dynamicMetadata = resolveDynamicMetadata(encoder)
        let rate = resolveRate()
        let passes = resolvePasses(for: rate, isBounded: encoder.buffer != nil)
        let optimize = resolveOptimization(of: rate, passes)
        let audio = resolveAudio()
        let stills = resolveStills()
        checkLosses(audio, in: encoder.colour, keeping: dynamicMetadata ?? .none)
        return ResolvedJob(
            name: name,
            outputPath: manifest.output,
            source: source.identity,
            part: resolvePart(),
            shownSize: shownSize,
            encoder: encoder,
            measuresLight: measuresLight,
            dynamicMetadata: dynamicMetadata,
            colours: colours.isEmpty ? nil : colours,
            isPlaced: isPlaced,
            rate: rate,
            optimize: optimize,
            passes: passes,
            ranges: manifest.ranges,
            audio: audio,
            stills: stills,
            verification: manifest.verification,
            onLoss: manifest.onLoss,
            builds: BuildIdentity(encoder: capabilities.buildName, reader: source.readerBuild),
            priority: manifest.priority,
            externalID: manifest.externalID,
            onFinish: manifest.onFinish,
            outputName: manifest.outputName,
            slurm: manifest.slurm == SlurmOptions() ? nil : manifest.slurm,
            resolutions: resolutions
        )
    }

    /// Adds an issue at the position of the nearest key that was given.
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

    /// Adds the value of an "auto".
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
                "write another file",
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
                "pass 1 predicts what the buffer must hold, pass 2 encodes, and up to three more passes encode again "
                    + "the ranges that overdraw it or miss the rate"
            )
        case (.constantRateFactor, .some(let requested)) where isBounded && requested > 1:
            (maximum, reason) = (
                requested,
                "as requested: pass 1 predicts what the buffer must hold, further passes encode again the ranges that "
                    + "overdraw it"
            )
        case (.constantRateFactor, 1):
            (maximum, reason) = (1, "as requested: every range is encoded once with the rate factor")
        case (.constantRateFactor, nil):
            (maximum, reason) = (1, "a constant rate factor needs no analysis and has no target to miss")
        case (.constantRateFactor, .some(let requested)):
            (maximum, reason) = (
                1,
                "a constant rate factor needs no analysis and has no target to miss: one of \(requested) passes is used"
            )
        case (.quality, nil):
            (maximum, reason) = (
                5,
                "pass 1 analyses, pass 2 encodes, and up to three more passes encode again the ranges that miss the "
                    + "film's quality"
            )
        case (.quality(let goal), 1):
            (maximum, reason) = (1, "as requested: every range is encoded once, with an estimated rate factor")
            settle("video.rate.quality", "rate factor \(Quantity.words(goal.likelyFactor))", goal.onePassCannotAim)
        case (.quality, .some(let requested)):
            (maximum, reason) = (
                requested,
                "as requested: pass 1 analyses, pass 2 encodes, further passes encode again the ranges that miss"
            )
        case (.average, nil):
            (maximum, reason) = (
                5,
                "pass 1 analyses, pass 2 encodes, and up to three more passes encode again the ranges that miss the "
                    + "average rate"
            )
        case (.average, 1):
            (maximum, reason) = (
                1,
                "as requested: without an analysis every range is encoded once at the average rate of the film, even "
                    + "if it needs less; two passes give more bits to the ranges that need them"
            )
        case (.average, 2):
            (maximum, reason) = (2, "as requested: pass 1 analyses, pass 2 encodes, and no range is encoded again")
        case (.average, .some(let requested)):
            (maximum, reason) = (
                requested,
                "as requested: pass 1 analyses, pass 2 encodes, further passes encode again the ranges that miss"
            )
        }
        if given.maximum != maximum { settle("passes.maximum", String(maximum), reason) }
        return PassLimits(maximum: maximum, tolerance: given.tolerance, budget: given.budget, reason: reason)
    }

    private mutating func resolveAudio() -> AudioChoice {
        let choice = chooseAudio()
        let container = MovieContainer(fileName: manifest.output)
        for index in choice.carriedTracks(of: source, in: container) {
            let track = source.audio[index]
            guard let difference = track.difference else { continue }
            let form = "AAC, \(track.timescale) Hz, \(counted(track.channelCount, "channel"))"
            settle("audio[\(index)]", form, "the films differ in \(difference): they are encoded, to lose nothing")
        }
        return choice
    }

    private mutating func chooseAudio() -> AudioChoice {
        if manifest.audio == nil, let preset = manifest.preset, preset.audio == Manifest.Audio.none {
            settle("audio", "none", "preset \(preset.rawValue)")
        }
        switch manifest.audio ?? manifest.preset?.audio ?? .copy {
        case .none: return .none
        case .copy:
            settleAudio(.copy, "every audio track of the source that MP4 can hold")
            return .copy
        case .aac(nil):
            settleAudio(.aac(nil), "every audio track of the source, encoded as AAC if MP4 cannot hold it")
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
                ? "the source has no audio"
                : container == .mp4 ? reason : reason.replacingOccurrences(of: "MP4", with: "QuickTime")
        )
    }

    /// The selected tracks, as positions, ascending. Reports those that are missing, or that cannot be carried in the
    /// chosen way.
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
                        canEncode ? "leave it out, or encode it: {codec: aac, tracks: [...]}" : "leave it out"
                    report("audio", "track \(index) cannot be carried: \(obstacle)", remedy)
                }
            }
            chosen.formUnion(found)
        }
        return chosen.sorted()
    }

    private mutating func reportMissing(_ selector: Manifest.TrackSelector) {
        let tracks = source.audio.enumerated().map { "\($0.offset) (\($0.element.codec), \($0.element.language))" }
        let known = tracks.isEmpty ? "it has no audio" : "it has \(tracks.joined(separator: ", "))"
        switch selector {
        case .index(let index): report("audio", "the source has no audio track \(index)", known)
        case .language(let language): report("audio", "the source has no audio track in \"\(language)\"", known)
        }
    }

    private mutating func checkLosses(_ audio: AudioChoice, in colour: ColourDescription, keeping kept: KeptMetadata) {
        guard manifest.onLoss == .error else { return }
        let losses = source.losses(keeping: kept) + [source.video.lossOfRGB(in: colour)].compactMap(\.self)
        for loss in losses + audio.losses(of: source, in: MovieContainer(fileName: manifest.output)) {
            report("onLoss", "the film cannot carry \(loss)", "write onLoss: warn to encode the film without it")
        }
    }
}
