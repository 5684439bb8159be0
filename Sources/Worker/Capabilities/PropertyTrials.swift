import Encoding
import Jobs
package import Media

/// Tries every property of the encoder: opens an encoder with its default, its bounds and its choices, and reads back
/// the values that the encoder uses.
///
/// Takes a second or two. No job depends on it.
package struct PropertyTrials {
    private let capabilities: EncoderCapabilities
    private let setup: X265Trial.Setup

    /// Creates trials on the libx265 of this machine.
    package init(_ capabilities: EncoderCapabilities) {
        self.capabilities = capabilities
        setup = X265Trial.Setup(bitDepth: capabilities.bitDepths.first ?? 8)
    }

    /// The properties: first those with their own manifest keys, in the order of a manifest, then options by name.
    package var properties: [EncoderProperty] { [bitDepth, speed, tune] + rates + [distance, levels] + options }

    // MARK: - Manifest keys

    private var bitDepth: EncoderProperty {
        var property = list("bitDepth", ["8", "10"], standard: nil)
        property.trials = capabilities.bitDepths.map { depth in
            trial(String(depth)) { () throws(EncodingError) in
                _ = try X265Trial(X265Trial.Setup(bitDepth: depth))
                return nil
            }
        }
        for depth in [8, 10] where !capabilities.bitDepths.contains(depth) {
            let refusal = "this libx265 was built without it"
            property.trials.append(EncoderProperty.Trial(value: String(depth), refusal: refusal))
        }
        return property
    }

    private var speed: EncoderProperty {
        var property = list("speed", EncoderSettings.speeds, standard: "medium")
        property.trials = EncoderSettings.speeds.map { speed in
            trial(speed) { () throws(EncodingError) in
                _ = try X265Trial(X265Trial.Setup(bitDepth: setup.bitDepth, speed: speed))
                return nil
            }
        }
        return property
    }

    private var tune: EncoderProperty {
        var property = list("tune", EncoderSettings.tunes, standard: "none")
        property.trials = EncoderSettings.tunes.map { tune in
            trial(tune) { () throws(EncodingError) in
                _ = try X265Trial(X265Trial.Setup(bitDepth: setup.bitDepth, tune: tune))
                return nil
            }
        }
        return property
    }

    private var rates: [EncoderProperty] {
        var constant = EncoderProperty(
            key: "rate.constant",
            kind: .number,
            minimum: 0,
            maximum: 51,
            range: "a rate factor from 0 to 51",
            standard: "21"
        )
        constant.trials = ["21", "0", "51"].map { trial($0, X265Option("crf", $0)) }
        var average = EncoderProperty(
            key: "rate.average",
            kind: .integer,
            minimum: 1000,
            maximum: 2_000_000_000,
            range: "bit/s from 1k to 2000M"
        )
        average.trials = [("1k", "1"), ("2000M", "2000000")].map { value, kilobits in
            trial(value) { () throws(EncodingError) in
                let open = try X265Trial(setup, [X265Option("bitrate", kilobits)])
                return open.values(of: "bitrate").map { "\(Int($0[0]))" }.flatMap { $0 == kilobits ? nil : "\($0)k" }
            }
        }
        return [constant, average]
    }

    private var distance: EncoderProperty {
        var property = EncoderProperty(
            key: "keyFrameInterval",
            kind: .number,
            minimum: 0.001,
            range: "a time with its unit, in frames of the film",
            standard: "10s"
        )
        // At 24 frames per second.
        property.trials = [("10s", "240"), ("42ms", "1"), ("1h", "86400")].map { value, frames in
            trial(value) { () throws(EncodingError) in
                let open = try X265Trial(setup, [X265Option("keyint", frames), X265Option("min-keyint", "1")])
                return open.values(of: "keyint").map { "\(Int($0[0]))" }.flatMap { $0 == frames ? nil : "\($0) frames" }
            }
        }
        return property
    }

    private var levels: EncoderProperty {
        let most = capabilities.maximumTemporalLevels
        var property = EncoderProperty(
            key: "temporal.levels",
            kind: .integer,
            minimum: 1,
            maximum: Double(most),
            range: "a whole number from 1 to \(most)",
            standard: "1"
        )
        property.trials = (1...most).map { count in
            trial(String(count)) { () throws(EncodingError) in
                let settings = EncoderSettings(
                    size: PictureSize(width: 256, height: 256),
                    format: setup.bitDepth > 8 ? .yuv420p10 : .yuv420p8,
                    frameRate: FrameRate(frames: 24, seconds: 1),
                    temporalLevels: count
                )
                _ = try X265Trial(setup, X265Options.levels(settings, mostLevels: most))
                return nil
            }
        }
        return property
    }

    private func list(_ key: String, _ choices: [String], standard: String?) -> EncoderProperty {
        EncoderProperty(
            key: key,
            kind: .choice,
            choices: choices,
            range: "one of \(choices.joined(separator: ", "))",
            standard: standard
        )
    }

    // MARK: - Options

    /// Options that another option needs: without them x265 resets or refuses it.
    private static let companions: [String: [X265Option]] = [
        "amp": [X265Option("rect", "1")],
        "hdr10-opt": [
            X265Option("colorprim", "bt2020"), X265Option("transfer", "smpte2084"),
            X265Option("colormatrix", "bt2020nc"),
        ],
        "hme-range": [X265Option("hme", "1")],
        "hme-search": [X265Option("hme", "1")],
        "limit-tu": [X265Option("tu-inter-depth", "4")],
        "opt-cu-delta-qp": [X265Option("rd", "5")],
        "psy-rdoq": [X265Option("rdoq-level", "2")],
        "rc-lookahead": [X265Option("bframes", "0")],
        "rd-refine": [X265Option("rd", "5")],
        "rskip-edge-threshold": [X265Option("rskip", "2")],
        "tskip-fast": [X265Option("tskip", "1")],
    ]

    private var options: [EncoderProperty] {
        let standard = try? X265Trial(setup)
        return EncoderOptions.allowedNames.compactMap { name in
            guard var property = EncoderOptions.property(name) else { return nil }
            property.standard = standard?.values(of: name).flatMap { EncoderOptions.words($0, of: name) }
            property.trials = EncoderOptions.extremes(of: name).map { trial(of: name, $0) }
            return property
        }
    }

    /// Opens an encoder with a value, written as in a manifest.
    private func trial(of name: String, _ value: String) -> EncoderProperty.Trial {
        let companions = Self.companions[name] ?? []
        // x265 accepts the HDR10 options only with 10 bits.
        let isDeep = name == "hdr10-opt" && capabilities.bitDepths.contains(10)
        var trial = trial(value) { () throws(EncodingError) in
            guard case .success(let option) = EncoderOptions.check(name, value) else { return nil }
            let all = companions + [X265Option(option.name, option.value)]
            let open = try X265Trial(isDeep ? X265Trial.Setup(bitDepth: 10) : setup, all)
            guard let became = open.values(of: name).flatMap({ EncoderOptions.words($0, of: name) }) else { return nil }
            return became == value ? nil : became
        }
        if !companions.isEmpty { trial.beside = companions.map { "\($0.name)=\($0.value)" } }
        return trial
    }

    private func trial(_ value: String, _ option: X265Option) -> EncoderProperty.Trial {
        trial(value) { () throws(EncodingError) in
            let open = try X265Trial(setup, [option])
            return open.values(of: option.name).flatMap {
                "\($0[0])" == "\(Double(option.value) ?? .nan)" ? nil : "\($0[0])"
            }
        }
    }

    private func trial(
        _ value: String,
        _ open: () throws(EncodingError) -> String?
    ) -> EncoderProperty.Trial {
        do throws(EncodingError) {
            return EncoderProperty.Trial(value: value, became: try open())
        } catch {
            return EncoderProperty.Trial(value: value, refusal: error.cause)
        }
    }
}
