import Encoding
import Media
import Testing

@Suite("Structure of a range with temporal levels")
struct LevelStructureTests {
    private func pictures(levels: Int, count: Int, interval: Int = 1000) throws -> [PlannedPicture] {
        let pyramid = try #require(TemporalPyramid(levels: levels))
        let structure = LevelStructure(pyramid, count: count, longestKeyFrameInterval: interval)
        return (0..<count).map(structure.picture(at:))
    }

    /// The slice types as letters such as I, P, b, as x265 prints them.
    private func letters(_ pictures: [PlannedPicture]) -> String {
        pictures.map { $0.kind == .idr ? "I" : $0.kind == .predicted ? "P" : "b" }.joined()
    }

    @Test("each mini-GOP ends with a predicted picture, and the tail is divided into powers of two")
    func kinds() throws {
        #expect(letters(try pictures(levels: 4, count: 17)) == "IbbbbbbbPbbbbbbbP")
        #expect(letters(try pictures(levels: 4, count: 16)) == "IbbbbbbbPbbbPbPP")
        #expect(letters(try pictures(levels: 4, count: 14)) == "IbbbbbbbPbbbPP")
        #expect(letters(try pictures(levels: 5, count: 16)) == "IbbbbbbbPbbbPbPP")
        #expect(letters(try pictures(levels: 3, count: 8)) == "IbbbPbPP")
        #expect(letters(try pictures(levels: 2, count: 8)) == "IbbbPbPP")
        #expect(letters(try pictures(levels: 2, count: 1)) == "I")
    }

    @Test("the predicted pictures of the tail are raised to a higher level, each with its mini-GOP")
    func raised() throws {
        let four = try pictures(levels: 4, count: 16)
        #expect(four.map(\.level) == [0, 3, 2, 3, 1, 3, 2, 3, 0, 3, 2, 3, 1, 3, 2, 3])
        #expect(four.map(\.codedLevel) == [0, 3, 2, 3, 1, 3, 2, 3, 0, 2, 1, 2, 0, 1, 0, 0])
        let two = try pictures(levels: 2, count: 8)
        #expect(two.map(\.level) == [0, 1, 0, 1, 0, 1, 0, 1])
        #expect(two.map(\.codedLevel) == [0, 1, 0, 1, 0, 1, 0, 0])
        #expect(two.map { $0.codedLevel != $0.level } == [false, false, false, false, false, false, false, true])
    }

    @Test("the structure restarts at key frames, which are on the grid within the requested distance", arguments: 2...5)
    func keyFrames(levels: Int) throws {
        let pyramid = try #require(TemporalPyramid(levels: levels))
        let found = try pictures(levels: levels, count: 200, interval: 50)
        let keys = found.indices.filter { found[$0].kind == .idr }
        #expect(keys.allSatisfy { $0 % pyramid.period == 0 })
        #expect(zip(keys, keys.dropFirst() + [200]).allSatisfy { $1 - $0 <= 50 } && keys.count >= 4)
        let tiny = try pictures(levels: levels, count: 64, interval: 1)
        #expect(tiny.indices.filter { tiny[$0].kind == .idr } == Array(stride(from: 0, to: 64, by: pyramid.period)))
    }

    @Test("the structure equals the pyramid of the film for every length", arguments: 2...5)
    func everyLength(levels: Int) throws {
        let pyramid = try #require(TemporalPyramid(levels: levels))
        for count in 1...70 {
            let found = try pictures(levels: levels, count: count)
            #expect(found.map(\.level) == (0..<count).map(pyramid.level(ofFrame:)))
            #expect(found[count - 1].kind != .bidirectional)
            #expect(found.allSatisfy { (0...$0.level).contains($0.codedLevel) })
            #expect(found.allSatisfy { $0.kind == .bidirectional || $0.codedLevel == 0 })
        }
    }

    @Test("libx265 gets the number of levels, or on and off if it knows only two")
    func options() {
        var settings = EncoderSettings(
            size: PictureSize(width: 1280, height: 720),
            format: .yuv420p8,
            frameRate: FrameRate(frames: 240, seconds: 1),
            keyFrameInterval: 250
        )
        #expect(X265Options.levels(settings, mostLevels: 5).isEmpty && X265Options.lookahead(settings) == 0)
        settings.temporalLevels = 4
        let four = X265Options.levels(settings, mostLevels: 5)
        for wanted in [
            X265Option("temporal-layers", "4"), X265Option("bframes", "7"), X265Option("b-adapt", "0"),
            X265Option("keyint", "248"), X265Option("min-keyint", "248"), X265Option("scenecut", "0"),
        ] {
            #expect(four.contains(wanted))
        }
        #expect(X265Options.lookahead(settings) == 16)
        settings.temporalLevels = 2
        #expect(X265Options.levels(settings, mostLevels: 2).contains(X265Option("temporal-layers", "1")))
        #expect(X265Options.levels(settings, mostLevels: 5).contains(X265Option("temporal-layers", "2")))
        #expect(X265Options.levels(settings, mostLevels: 2).contains(X265Option("bframes", "3")))
    }
}
