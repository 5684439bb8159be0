import Media
import TestSupport
import Testing

@Suite("The colours of films that are played one after the other")
struct ComposedColourTests {
    private typealias Film = (colour: ColourDescription, hasMasteringDisplay: Bool)
    private static let sdr = CompositionSamples.sdr
    private static let hlg = CompositionSamples.hlg
    private static let pq = CompositionSamples.pq

    @Test("HDR wins over SDR, HLG over PQ, and a mastering display over none")
    func order() {
        let samples: [([Film], ColourDescription, Int)] = [
            ([(Self.sdr, false), (Self.sdr, false)], Self.sdr, 0),
            ([(Self.sdr, false), (Self.hlg, false)], Self.hlg, 1),
            ([(Self.sdr, false), (Self.pq, false)], Self.pq, 1),
            ([(Self.pq, true), (Self.hlg, false)], Self.hlg, 1),
            ([(Self.hlg, false), (Self.pq, true), (Self.sdr, false)], Self.hlg, 0),
            ([(Self.pq, false), (Self.pq, true)], Self.pq, 1),
            ([(Self.pq, true), (Self.pq, true)], Self.pq, 0),
        ]
        for (films, colour, winner) in samples {
            let composed = ComposedColour(films)
            #expect(composed.colour == colour && composed.winner == winner, "\(films)")
            #expect(composed.isMixed == (Set(films.map(\.colour)).count > 1))
        }
    }

    @Test("the gamut is the widest of all films, whichever decides the transfer")
    func gamut() {
        let narrow = ColourDescription(primaries: 12, transfer: 16, matrix: 1, isFullRange: false)
        let old = ColourDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)
        let wide = CompositionSamples.wideSDR
        func colour(_ films: ColourDescription...) -> ColourDescription {
            ComposedColour(films.map { (colour: $0, hasMasteringDisplay: false) }).colour
        }
        #expect(colour(Self.sdr, wide) == wide)
        #expect(colour(old, Self.sdr) == Self.sdr)
        #expect(colour(narrow, Self.sdr) == narrow)
        let wideHDR = ColourDescription(primaries: 9, transfer: 1, matrix: 9, isFullRange: false)
        #expect(colour(narrow, wideHDR) == Self.pq)
        #expect(colour(wideHDR, Self.sdr) == wideHDR)
    }

    @Test("codes with one meaning are not a mix, and the range is full only if all have it")
    func codes() {
        func composed(_ films: ColourDescription...) -> ComposedColour {
            ComposedColour(films.map { (colour: $0, hasMasteringDisplay: false) })
        }
        let other = ColourDescription(primaries: 1, transfer: 6, matrix: 1, isFullRange: false)
        #expect(!composed(Self.sdr, other).isMixed && composed(Self.sdr, other).colour == Self.sdr)
        var full = Self.sdr
        full.isFullRange = true
        #expect(composed(full, full).colour.isFullRange == true)
        #expect(composed(full, Self.sdr).colour.isFullRange == false)
        #expect(composed(Self.hlg, full).colour == Self.hlg)
    }

    @Test("films that agree are described as they are; what describes light holds if it holds for all")
    func composition() throws {
        func composed(_ tracks: VideoTrack...) throws -> FilmComposition {
            let films = tracks.map { CompositionSamples.film($0) }
            let timeline = try #require(FrameTimeline(joining: tracks.map(\.timeline)))
            return FilmComposition(films, timeline: timeline)
        }
        var pq = CompositionSamples.track(1920, 1080, colour: Self.pq, format: .yuv420p10)
        (pq.masteringDisplay, pq.contentLight) = (
            HDR10Example.display,
            ContentLight(maximumContentLightLevel: 800, maximumFrameAverageLightLevel: 100)
        )
        var brighter = pq
        brighter.contentLight = ContentLight(maximumContentLightLevel: 700, maximumFrameAverageLightLevel: 300)
        let alike = try composed(pq, brighter)
        #expect(!alike.isPlaced && alike.video.masteringDisplay == pq.masteringDisplay)
        #expect(
            alike.video.contentLight
                == ContentLight(maximumContentLightLevel: 800, maximumFrameAverageLightLevel: 300)
        )
        let sdr = CompositionSamples.track(1280, 720)
        let mixed = try composed(sdr, pq)
        #expect(mixed.isPlaced && mixed.video.size == PictureSize(width: 1280, height: 720))
        #expect(mixed.video.masteringDisplay == pq.masteringDisplay && mixed.video.contentLight == nil)
        #expect(mixed.video.format == .yuv420p10 && mixed.video.colour == Self.pq)
        var disputed = pq
        disputed.masteringDisplay?.maximumLuminance = 40_000_000
        #expect(try composed(pq, disputed).video.masteringDisplay == nil)
        // With HLG as the winner, nothing that is said about PQ holds.
        let hlg = CompositionSamples.track(1920, 1080, colour: Self.hlg, format: .yuv420p10)
        #expect(try composed(pq, hlg).video.masteringDisplay == nil)
        let upright = CompositionSamples.track(1920, 1080, matrix: CompositionSamples.upright)
        #expect(try composed(upright, sdr).video.size == PictureSize(width: 1080, height: 1920))
        #expect(try composed(upright, upright).video.displayMatrix == CompositionSamples.upright)
    }
}
