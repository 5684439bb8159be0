import Testing

@testable import RateControl

@Suite("Choice of a sample")
struct SampleChoiceTests {
    @Test(
        "films of 100 to 3000 ranges try about a hundred groups, which cover both ends of the order"
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

    @Test("a film of 20 ranges tries all groups of neighbours")
    func shortFilm() {
        let groups = SampleChoice(workers: 2).groups(of: 4, among: 20)
        for first in 0...16 { #expect(groups.contains(Array(first..<first + 4))) }
    }

    @Test("a film of 10 ranges tries every group once", arguments: [2, 3, 5, 8])
    func fewRanges(count: Int) {
        let groups = SampleChoice(workers: 2).groups(of: count, among: 10)
        let expected = [2: 45, 3: 120, 5: 252, 8: 45]
        #expect(groups.count == expected[count] && Set(groups).count == groups.count)
        #expect(groups.allSatisfy { $0.count == count && $0 == $0.sorted() && $0.allSatisfy((0..<10).contains) })
    }

    private func film(_ seconds: [Double]) -> [SampleChoice.Candidate] {
        seconds.enumerated().map { range, length in
            SampleChoice.Candidate(range: range, frames: Int(24 * length), effort: length, bits: length, kind: nil)
        }
    }

    @Test("the longest of few ranges is in the sample, so that the rest can correct its miss")
    func longestFirst() {
        let sample = SampleChoice(workers: 2).ranges(film([5, 9, 4, 3.4, 13, 7.6]), counts: Array(2...4))
        #expect(sample.contains(4) && sample.count < 6)
        let bits = [5, 9, 4, 3.4, 13, 7.6]
        let rest = bits.indices.filter { !sample.contains($0) }.reduce(0) { $0 + bits[$1] }
        #expect(rest < 24, "less than with the two ranges that let no worker wait in either wave")
    }

    @Test("the sample leaves enough of the film to correct the errors of its plan")
    func room() {
        for count in 4...10 {
            let ranges = film(Array(repeating: 10, count: count))
            let sample = SampleChoice(workers: 2).ranges(ranges, counts: Array(2...count - 2))
            #expect(sample.count <= max(count * 7 / 10, 2), "of \(count) ranges")
        }
    }
}
