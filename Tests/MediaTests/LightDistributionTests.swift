import Testing

@testable import Media

@Suite struct LightDistributionTests {
    private func light(_ seed: UInt32, dim: UInt32 = 50) -> LightDistribution {
        LightDistribution(
            maximum: [seed * 100, seed * 90, seed * 110],
            average: seed * 10,
            levels: (1...8).map { seed * $0 },
            dimPercentage: dim
        )
    }

    @Test("numbers are read as they were written")
    func numbers() {
        let own = light(7, dim: 100)
        #expect(own.numbers.count == 13 && LightDistribution(numbers: own.numbers) == own)
    }

    @Test("numbers that no picture has are refused")
    func impossible() {
        let numbers = light(7).numbers
        #expect(LightDistribution(numbers: numbers.dropLast()) == nil)
        #expect(LightDistribution(numbers: numbers + [1]) == nil)
        for (index, value) in [(0, UInt32(100_001)), (3, 100_001), (12, 101), (5, 1)] {
            var changed = numbers
            changed[index] = value
            #expect(LightDistribution(numbers: changed) == nil, "\(changed)")
        }
    }

    @Test("a scene has the highest maxima and the mean of everything else, in any order")
    func scenes() throws {
        var (scene, reversed) = (SceneLight(), SceneLight())
        #expect(scene.distribution == nil)
        let pictures = [light(10, dim: 100), light(30, dim: 0), light(21, dim: 51)]
        for picture in pictures { scene.add(picture) }
        for picture in pictures.reversed() { reversed.add(picture) }
        #expect(scene == reversed)
        let found = try #require(scene.distribution)
        #expect(found.maximum == [3000, 2700, 3300])
        // (100 + 300 + 210) / 3 = 203.3; (10 + 30 + 21) / 3 = 20.3, twice 40.7.
        #expect(found.average == 203 && found.levels[..<2] == [20, 41] && found.dimPercentage == 50)
        #expect(found.levels.suffix(2) == [210, 240])
        var single = SceneLight()
        single.add(pictures[0])
        #expect(single.distribution == pictures[0])
    }
}
