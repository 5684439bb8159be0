import HEVC
import Media
import Testing

@testable import ISOMedia

/// The levels of HEVC that the muxer declares, computed from the samples.
@Suite struct DeclaredLevelTests {
    /// What a movie with one or more temporal levels declares: 160x96, 15,360 luma samples.
    private func declared(_ layout: MovieLayout) throws -> (level: UInt8, entries: [UInt8], sets: ParameterSets) {
        let movie = try MovieInspection.parse(MemorySource(Fixture.file(layout)))
        #expect(movie.findings == [])
        let hevc = try #require(movie.tracks[0].video?.hevc)
        let sets = try #require(hevc.parameterSets)
        let sequence = try sets.sps.withRawSpan(SequenceParameterSet.init)
        #expect(sequence.profileTierLevel.level == hevc.level)
        let entries = movie.tracks[0].temporalLevels?.entries.map(\.capability.level) ?? []
        for (index, level) in entries.enumerated() {
            #expect(sequence.profileTierLevel.representation(upTo: index).level == level)
        }
        return (hevc.level, entries, sets)
    }

    private func layered(_ levels: Int, frames: Int, byteCount: Int, timescale: Int32 = 240) throws -> MovieLayout {
        let film = LayeredFilm(levels: levels, frames: frames, byteCount: byteCount)
        var video = try film.configuration(timescale: timescale)
        video.parameterSets = LayeredParameterSets.make(subLayerLevels: Array(repeating: nil, count: levels - 1))
        video.temporalLevels = TemporalLevels(
            try video.parameterSets.sps.withRawSpan(SequenceParameterSet.init)
        )
        var muxer = try MovieMuxer(MovieConfiguration(video: video))
        try film.append(to: &muxer)
        return try muxer.finish()
    }

    @Test("each temporal level declares the level that its own rate needs; the film keeps the encoder's level")
    func ofEach() throws {
        // 15, 30, 60, 120 and 240 pictures a second: level 1 allows 36 of this size, level 2 240.
        let film = try declared(try layered(5, frames: 97, byteCount: 160))
        #expect(film.entries == [30, 30, 60, 60, 90] && film.level == 90)
        let video = try film.sets.vps.withRawSpan(VideoParameterSet.init)
        #expect(video.subLayers == 1, "this VPS describes no sub-layers")
        let lower = try film.sets.keepingSubLayers(2)
        #expect(try lower.subLayers().profileTierLevel.level == 30)
    }

    @Test("a level whose buffer would underflow is not declared")
    func bits() throws {
        // Level 1 has a buffer of 350 * 1100 bits and 128 * 1100 bit/s. 16 pictures of 3000 bytes per second in the
        // base level are 360,000 bit/s; 5 s of them need more than that.
        let film = try declared(try layered(5, frames: 16 * 75 + 1, byteCount: 3000))
        #expect(film.entries == [60, 60, 60, 60, 90])
        // Half a second of them fits.
        #expect(try declared(try layered(5, frames: 113, byteCount: 3000)).entries.first == 30)
    }

    @Test("a film that needs a higher level than its encoder declared declares the higher one")
    func raised() throws {
        // x265 declared level 1 for 24 pictures of this size per second.
        func level(timescale: Int32, byteCount: Int) throws -> UInt8 {
            var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(timescale: timescale)))
            for index in 0..<100 {
                try muxer.appendVideo(
                    byteCount: byteCount,
                    decodeTick: Int64(index),
                    duration: 1,
                    compositionOffset: 0,
                    flags: index == 0 ? .sync : [],
                    nalUnitType: index == 0 ? 20 : 1
                )
            }
            return try declared(try muxer.finish()).level
        }
        #expect(try level(timescale: 24, byteCount: 400) == 30)
        #expect(try level(timescale: 24, byteCount: 2000) == 60, "384 kbit/s")
        #expect(try level(timescale: 37, byteCount: 400) == 60, "568,320 samples a second")
        #expect(try level(timescale: 24, byteCount: 100_000) == 123, "19.2 Mbit/s")
    }

    @Test("a film that no level allows keeps the level that the encoder declared, with a note")
    func exceeded() throws {
        let layout = try layered(2, frames: 65, byteCount: 64, timescale: 301)
        #expect(layout.notes.map(\.code).contains(.levelExceeded))
        #expect(try declared(layout).level == 90)
    }
}
