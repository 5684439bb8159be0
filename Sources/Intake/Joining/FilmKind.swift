import Media

/// The properties that films must have in common to be played one after the other, in comparable form.
struct FilmKind {
    /// One property: its name and its value in this film.
    struct Property: Hashable {
        let name: String
        let value: String
    }

    /// Every property, in the order in which differences are reported.
    let properties: [Property]

    /// The properties of a film.
    ///
    /// - Parameter comparesAudio: whether audio is compared; false if the result has none.
    init(_ film: SourceDescription, comparesAudio: Bool) {
        var properties = Self.picture(film.video)
        if comparesAudio {
            properties.append(Property("number of audio tracks", film.audio.count))
            for (index, track) in film.audio.enumerated() {
                properties += Self.audio(track, "audio track \(index)")
            }
        }
        self.properties = properties
    }

    /// The differences from another film, one clause each: the property, this film's value and the other's.
    func differences(from other: FilmKind, called name: String) -> [String] {
        let values = Dictionary(other.properties.map { ($0.name, $0.value) }) { first, _ in first }
        return properties.compactMap { property in
            guard let expected = values[property.name], expected != property.value else { return nil }
            return "its \(property.name) is \(property.value), that of \(name) is \(expected)"
        }
    }

    private static func picture(_ video: VideoTrack) -> [Property] {
        let timeline = video.timeline
        // Films of variable rate need no common rate: every frame has its own time.
        let rate = timeline.hasNearlyConstantRate ? "\(timeline.nominalRate)" : "variable"
        return [
            Property("picture size", video.size),
            Property("pixel format", video.sourcePixelFormat),
            Property("frame rate", rate),
            Property("colour", video.colour),
            Property("pixel aspect", "\(video.pixelAspect.horizontal):\(video.pixelAspect.vertical)"),
            Property("display matrix (rotation)", video.displayMatrix),
            Property("clean aperture", video.cleanAperture),
            Property("mastering display", video.masteringDisplay),
            Property("content light level", video.contentLight),
            Property("ambient viewing environment", video.ambientViewing),
            Property("preferred transfer (SEI 147)", video.preferredTransfer),
            Property("chroma location", video.chromaLocation),
            Property("ICC profile", video.colourProfile),
            Property("Dolby Vision", video.dolbyVision),
        ]
    }

    private static func audio(_ track: AudioTrack, _ name: String) -> [Property] {
        var properties = [
            Property("\(name)'s codec", track.codec),
            Property("\(name)'s sample rate", track.sampleRate),
            Property("\(name)'s number of channels", track.channelCount),
            Property("\(name)'s channel layout", track.channelMask.map { String($0, radix: 16) }),
            Property("\(name)'s language", track.language),
        ]
        // A track that cannot be copied, or is silent in a part of a film, has no packets that must follow others.
        if track.obstacle == nil {
            let form = AudioConfiguration(track.codec).form(of: track.configuration)
            let digits = form.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            properties.append(Property("\(name)'s codec configuration", digits.isEmpty ? "none" : digits))
            properties.append(Property("\(name)'s clock", "1/\(track.timescale) s"))
        }
        return properties
    }
}

extension FilmKind.Property {
    fileprivate init(_ name: String, _ value: some Any) {
        self.init(name: name, value: "\(value)")
    }

    fileprivate init(_ name: String, _ value: (some Any)?) {
        self.init(name: name, value: value.map { "\($0)" } ?? "not specified")
    }
}
