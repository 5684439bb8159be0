import Foundation
import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct CadenceTests {
    @Test("sequences that end with their last anchor keep the cadence except at the next IDR")
    func seams() throws {
        // Two groups of four: the next IDR follows the anchor at position 8, one picture later.
        let report = try HandmadePyramid(levels: 3, groups: 2, sequences: 3).report()
        #expect(report.isProven)
        #expect(!report.isDyadic)
        #expect(report.cadence.map(\.breakCount) == [2, 2, 0])
        #expect(report.cadence[0].distances == [.init(length: 1, count: 2), .init(length: 4, count: 6)])
        #expect(report.cadence[0].breaks.map(\.position) == [9, 18])
        #expect(report.cadence[0].breaks.map(\.accessUnit) == [9, 18])
        #expect(report.cadence[0].breaks.map(\.orderCount) == [0, 0])
        #expect(report.cadence[0].breaks.map(\.distance) == [1, 1])
    }

    @Test("a missing picture is a gap in all levels that it belongs to")
    func gap() throws {
        var film = try HandmadePyramid(levels: 3, groups: 4)
        film.pictures.remove(at: film.place(5))
        var report = try film.report()
        #expect(report.isProven)
        #expect(report.cadence.map(\.breakCount) == [1, 1, 0], "the highest level never misses anything")
        #expect(report.cadence[1].breaks.first?.orderCount == 6)
        #expect(report.cadence[1].breaks.first?.distance == 1)
        film = try HandmadePyramid(levels: 3, groups: 4)
        film.pictures.removeAll { $0.slice.orderCount == 6 || $0.slice.orderCount == 5 || $0.slice.orderCount == 7 }
        report = try film.report()
        #expect(report.cadence[0].breaks.map(\.distance) == [1])
    }

    @Test("a tail on the grid keeps every level regular across sequences")
    func tail() throws {
        // The last group of each sequence is one picture short: P4, then 6 and 7 as P pictures of levels 1 and 2.
        var film = try HandmadePyramid(levels: 3, groups: 1, sequences: 3, isNested: false)
        film.sets = try HandmadePyramid.sets(levels: 3, isNested: false, spare: 2)
        var pictures: [HandmadePyramid.Picture] = []
        for picture in film.pictures {
            if picture.slice.type.isIDR, !pictures.isEmpty { pictures += tailPictures }
            pictures.append(picture)
        }
        film.pictures = pictures + tailPictures
        let report = try film.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.isDyadic, "\(report.cadence)")
        #expect(report.picturesPerLevel == [6, 6, 12])
    }

    /// P6 of level 1, b5 of level 2, P7 of level 2, behind anchor 4.
    private var tailPictures: [HandmadePyramid.Picture] {
        func slice(_ count: Int, _ level: UInt8, before: [Int], behind: [Int] = []) -> HandmadePyramid.Picture {
            var slice = HandmadeSlice(
                type: level == 1 ? .tsaR : .tsaN,
                level: level,
                slice: .predicted,
                orderCount: count
            )
            slice.before = before.map { ShortTermReferences.Entry(delta: $0 - count, isUsedByCurrent: true) }
            slice.behind = behind.map { ShortTermReferences.Entry(delta: $0 - count, isUsedByCurrent: true) }
            if !behind.isEmpty { slice.slice = .bidirectional }
            slice.active = [1, 1]
            return HandmadePyramid.Picture(slice: slice)
        }
        return [slice(6, 1, before: [4]), slice(5, 2, before: [4], behind: [6]), slice(7, 2, before: [6, 4])]
    }

    @Test("the numbers of distances and breaks are bounded for any film")
    func bounded() throws {
        var random = SeededGenerator(seed: 5)
        var meter = CadenceMeter()
        for index in 0..<20000 {
            let level = UInt8(Int.random(in: 0..<400, using: &random) == 0 ? 0 : 6)
            meter.add(OutputOrder.Picture(accessUnit: index, orderCount: index, temporalID: level))
        }
        let cadence = meter.cadence(levels: 7)
        #expect(cadence.allSatisfy { $0.distances.count <= 32 && $0.breaks.count <= 8 })
        #expect(cadence[0].breakCount > 32)
        #expect(cadence[0].breaks == cadence[0].breaks.sorted { $0.position < $1.position })
        #expect(cadence[6].isExact && cadence[6].pictures == 20000)
    }

    @Test("pictures are returned in output order, and one that is too late is reported")
    func order() {
        var random = SeededGenerator(seed: 6)
        for delay in [1, 3, 15] {
            var order = OutputOrder()
            var counts: [Int] = []
            for start in stride(from: 0, to: 480, by: delay + 1) {
                counts += (start...(start + delay)).shuffled(using: &random)
            }
            var shown: [Int] = []
            for (index, count) in counts.enumerated() {
                let picture = OutputOrder.Picture(accessUnit: index, orderCount: count, temporalID: 0)
                let isInOrder = order.add(picture) { shown.append($0.orderCount) }
                #expect(isInOrder)
            }
            order.endSequence { shown.append($0.orderCount) }
            #expect(shown == counts.sorted())
        }
        var order = OutputOrder()
        let verdicts = (Array(1...16) + [0, 9]).map { count in
            order.add(OutputOrder.Picture(accessUnit: count, orderCount: count, temporalID: 0)) { _ in }
        }
        #expect(verdicts == Array(repeating: true, count: 16) + [false, false])
    }

    @Test("a report is equal after writing and reading it as JSON")
    func json() throws {
        var film = try HandmadePyramid(levels: 3, groups: 2, sequences: 2)
        film.keep(2, by: 8, isUsed: true)
        let report = try film.report()
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(HierarchyReport.self, from: data) == report)
        #expect(String(decoding: data, as: UTF8.self).contains("\"usesHigherLevel\":1"))
    }
}
