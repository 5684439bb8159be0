import Media
import Testing

@Suite("The pyramid of temporal levels")
struct TemporalPyramidTests {
    @Test("gives every frame its level, and every period-th frame level 0")
    func levels() throws {
        let four = try #require(TemporalPyramid(levels: 4))
        #expect(four.period == 8)
        #expect((0...8).map(four.level(ofFrame:)) == [0, 3, 2, 3, 1, 3, 2, 3, 0])
        let two = try #require(TemporalPyramid(levels: 2))
        #expect((0...4).map(two.level(ofFrame:)) == [0, 1, 0, 1, 0])
        let one = try #require(TemporalPyramid(levels: 1))
        #expect(one.period == 1 && (0...4).allSatisfy { one.level(ofFrame: $0) == 0 })
    }

    @Test("halves the frame rate for each level that is left out", arguments: 2...5)
    func halves(levels: Int) throws {
        let pyramid = try #require(TemporalPyramid(levels: levels))
        for highest in 0..<levels {
            let kept = (0..<256).filter { pyramid.level(ofFrame: $0) <= highest }
            #expect(kept == Array(stride(from: 0, to: 256, by: 1 << (levels - 1 - highest))))
        }
    }

    @Test("does not exist without levels or with more than five", arguments: [-1, 0, 6, 64])
    func unsupported(levels: Int) { #expect(TemporalPyramid(levels: levels) == nil) }
}
