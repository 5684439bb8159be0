import Testing

@testable import Farm

@Suite("Choice of a sample")
struct SampleChoiceTests {
    @Test(
        "as many groups are looked at in a film of three thousand ranges as in one of a hundred, from both of its ends"
    )
    func longFilm() {
        let choice = SampleChoice(workers: 2)
        for (total, count) in [(100, 20), (720, 144), (3000, 600)] {
            let groups = choice.groups(of: count, among: total)
            #expect((60...160).contains(groups.count))
            #expect(groups.allSatisfy { Set($0).count == count && $0.allSatisfy((0..<total).contains) })
            #expect(groups.contains { $0.contains(0) } && groups.contains { ($0.last ?? 0) >= total - total / 32 })
        }
    }

    @Test("all neighbours are looked at in a short film")
    func shortFilm() {
        let groups = SampleChoice(workers: 2).groups(of: 4, among: 20)
        for first in 0...16 { #expect(groups.contains(Array(first..<first + 4))) }
    }
}
