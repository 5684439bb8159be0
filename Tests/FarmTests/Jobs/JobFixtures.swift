import Jobs
import Media

/// A manifest of `/jobs/in.mov` with further lines.
func manifest(_ yaml: String) -> Manifest {
    try! parse(ManifestParsingTests.smallest + yaml)
}

/// Resolves the manifest of `/jobs/in.mov` with further lines.
func resolve(_ yaml: String, source film: SourceDescription = source()) throws(ManifestError) -> ResolvedJob {
    try resolve(parse(ManifestParsingTests.smallest + yaml), source: film)
}

/// Resolves a manifest with an encoder for 8 and 10 bits.
func resolve(
    _ manifest: Manifest,
    source film: SourceDescription = source(),
    temporalLevels: Int = 2
) throws(ManifestError) -> ResolvedJob {
    let capabilities = EncoderCapabilities(
        version: "3.5",
        build: 199,
        bitDepths: [8, 10],
        maximumTemporalLevels: temporalLevels,
        instructionSets: "AVX2"
    )
    return try ResolvedJob.resolving(manifest, source: film, capabilities: capabilities)
}

/// An ordinary film: 720p, 24 frames a second, one track that can be carried and one that cannot.
func source() -> SourceDescription {
    let timeline = FrameTimeline(timescale: 24, firstTick: 0, runs: [FrameTimeline.Run(count: 240, duration: 1)])!
    return SourceDescription(
        path: "/jobs/in.mov",
        identity: SourceIdentity(
            byteCount: 1_000_000,
            duration: MediaTime(value: 10, timescale: 1),
            contentHash: String(repeating: "0", count: 64),
            coversWholeFile: false
        ),
        container: "mov",
        video: VideoTrack(
            streamIndex: 0,
            codec: "h264",
            size: PictureSize(width: 1280, height: 720),
            sourcePixelFormat: "yuv420p",
            format: .yuv420p8,
            timeline: timeline,
            colourMetadata: ColourMetadata(
                colour: ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
            )
        ),
        audio: [
            track(0, codec: "aac", language: "eng", obstacle: nil),
            track(1, codec: "vorbis", language: "deu", obstacle: "MP4 holds no Vorbis"),
        ],
        notCarried: ["subtitle track 3 (mov_text, eng)"],
        readerBuild: "reader 1"
    )
}

/// The same film in HDR10.
func hdrSource() -> SourceDescription {
    var film = source()
    film.video.format = .yuv420p10
    film.video.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    film.video.masteringDisplay = MasteringDisplay(
        text: "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
    )
    film.video.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    return film
}

private func track(_ index: Int, codec: String, language: String, obstacle: String?) -> AudioTrack {
    AudioTrack(
        streamIndex: index + 1,
        codec: codec,
        configuration: obstacle == nil ? [0x12, 0x10] : [],
        sampleRate: 48000,
        channelCount: 2,
        language: language,
        obstacle: obstacle,
        timescale: 48000,
        mediaDuration: 480_000,
        presentedFrom: 0,
        presentedDuration: 480_000,
        presentationStart: .zero,
        packetCount: 469
    )
}
