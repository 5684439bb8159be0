import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Frame silo", .temporaryFolder)
struct FrameSiloTests {
    private var path: String { TemporaryFolder.current.appending(path: "scratch").path }

    private func samples(_ orders: Range<Int>, byteCount: Int = 300, seed: UInt64 = 7) -> [EncodedSample] {
        var generator = SeededGenerator(seed: seed)
        return orders.map { .random(order: $0, byteCount: byteCount + $0 % 7, using: &generator) }
    }

    private func filled(_ samples: [EncodedSample], mapByteCount: Int = 1 << 20) throws -> FrameSilo {
        let silo = try FrameSilo.create(at: path, identity: .sample(), mapByteCount: mapByteCount)
        for sample in samples { try silo.add(sample) }
        return silo
    }

    @Test("samples are read in decode order with their bytes, before and after opening the file again")
    func roundTrip() throws {
        let samples = samples(0..<48)
        let sets = ParameterSets(vps: [64, 1, 9], sps: [66, 1], pps: [68, 1])
        do {
            let silo = try filled(samples)
            #expect(try silo.parameterSets() == nil)
            try silo.setParameterSets(sets)
            #expect(try silo.samples() == samples)
            #expect(silo.sampleCount == 48)
            #expect(silo.byteCount == samples.reduce(0) { $0 + $1.bytes.count })
            try silo.close()
        }
        let opened = try FrameSilo.open(at: path, expecting: .sample())
        #expect(try opened.samples() == samples)
        #expect(opened.sampleCount == 48)
        #expect(opened.byteCount == samples.reduce(0) { $0 + $1.bytes.count })
        #expect(try opened.parameterSets() == sets)
        var headers: [SampleHeader] = []
        try opened.forEachHeader { headers.append($0) }
        #expect(headers == samples.map(SampleHeader.init))
    }

    @Test("a time range finds the samples that are decoded in it", arguments: [0..<48, 0..<1, 5..<9, 47..<48, 9..<9])
    func ranges(frames: Range<Int>) throws {
        let samples = samples(0..<48)
        let silo = try filled(samples)
        #expect(try silo.samples(in: .frames(frames)) == Array(samples[frames]))
        // The same range in another timescale, extended by one tick on each side.
        let narrow = TimeRange(
            start: MediaTime(value: Int64(frames.lowerBound) * 2000 - 1, timescale: 48000),
            end: MediaTime(value: Int64(frames.upperBound) * 2000 + 1, timescale: 48000)
        )
        let wide = Array(samples[frames.lowerBound..<min(frames.upperBound + 1, 48)])
        #expect(try silo.samples(in: narrow) == wide)
    }

    @Test("samples may be empty, larger than a page, larger than a batch; a tiny map grows for them")
    func sizes() throws {
        var generator = SeededGenerator(seed: 8)
        let counts = [0, 1, 2000, 4096, 5 << 20, 3, 300_000, 0]
        let samples = counts.enumerated().map { order, count in
            var sample = EncodedSample.random(order: order, byteCount: 0, using: &generator)
            sample.bytes = [UInt8](repeating: UInt8(order + 1), count: count)
            return sample
        }
        let silo = try filled(samples, mapByteCount: 1 << 15)
        #expect(try silo.samples() == samples)
        #expect(silo.byteCount == counts.reduce(0, +))
    }

    @Test("a sample outside the time range, or out of order, is refused and changes nothing")
    func refusals() throws {
        let all = samples(0..<60)
        let silo = try filled(Array(all[0..<10]))
        for order in [48, 59] {
            let error = #expect(throws: StorageError.self) { try silo.add(all[order]) }
            #expect(error?.code == .outsideTimeRange)
        }
        var before = all[0]
        before.decodeTime = .frame(-1)
        #expect(#expect(throws: StorageError.self) { try silo.add(before) }?.code == .outsideTimeRange)
        for order in [0, 9] {
            let error = #expect(throws: StorageError.self) { try silo.add(all[order]) }
            #expect(error?.code == .outOfOrder)
        }
        var between = all[10]
        between.decodeTime = MediaTime(value: 10001, timescale: 48000) + .frame(9)
        #expect(#expect(throws: StorageError.self) { try silo.add(between) }?.code == .misuse)
        #expect(try silo.samples() == Array(all[0..<10]))
        try silo.add(all[10])
        #expect(silo.sampleCount == 11)
    }

    @Test("times of another timescale are accepted if they are whole ticks")
    func timescales() throws {
        var samples = samples(0..<3)
        samples[1].decodeTime = MediaTime(value: 1, timescale: 24)
        #expect(try filled(samples).samples() == samples)
    }

    @Test("negative times sort first")
    func negative() throws {
        var identity = StoreIdentity.sample(frames: 0..<5)
        identity.timeRange = .frames(-2..<3)
        let silo = try FrameSilo.create(at: path, identity: identity)
        var samples = samples(0..<5)
        for index in samples.indices { samples[index].decodeTime = .frame(index - 2) }
        for sample in samples { try silo.add(sample) }
        #expect(try silo.samples() == samples)
        #expect(try silo.samples(in: .frames(-1..<1)) == Array(samples[1..<3]))
    }

    @Test("setting the next pass's time ranges deletes their samples and allows new ones only there")
    func nextPass() throws {
        let first = samples(0..<48)
        let second = samples(0..<48, byteCount: 900, seed: 9)
        let silo = try filled(first)
        try silo.setTimeRangesForNextPass([.frames(4..<8), .frames(8..<10), .frames(40..<48)])
        #expect(silo.timeRanges == [.frames(4..<8), .frames(8..<10), .frames(40..<48)])
        #expect(silo.sampleCount == 34)
        let kept = Array(first[0..<4]) + Array(first[10..<40])
        #expect(try silo.samples() == kept)
        #expect(silo.byteCount == kept.reduce(0) { $0 + $1.bytes.count })
        for order in [3, 10, 39] {
            let error = #expect(throws: StorageError.self) { try silo.add(second[order]) }
            #expect(error?.code == .outsideTimeRange)
        }
        for order in Array(4..<10) + Array(40..<48) { try silo.add(second[order]) }
        let merged = (0..<48).map { 4..<10 ~= $0 || $0 >= 40 ? second[$0] : first[$0] }
        #expect(try silo.samples() == merged)
        #expect(silo.sampleCount == 48)
        // A third pass over the whole range: no samples of the first two are left.
        try silo.setTimeRangesForNextPass([.frames(0..<48)])
        #expect(silo.sampleCount == 0 && silo.byteCount == 0)
        #expect(try silo.samples().isEmpty)
        for sample in first { try silo.add(sample) }
        #expect(try silo.samples() == first)
        try silo.setTimeRangesForNextPass([])
        #expect(#expect(throws: StorageError.self) { try silo.add(first[47]) }?.code == .outsideTimeRange)
        #expect(silo.sampleCount == 48)
    }

    @Test(
        "time ranges that overlap, descend, are empty or leave the silo are refused and change nothing",
        arguments: [
            [0..<4, 3..<8], [8..<10, 0..<4], [4..<4], [0..<4, 4..<4], [40..<49], [-1..<4], [0..<4, 0..<4],
        ]
    )
    func invalidRanges(ranges: [Range<Int>]) throws {
        let samples = samples(0..<48)
        let silo = try filled(samples)
        let error = #expect(throws: StorageError.self) {
            try silo.setTimeRangesForNextPass(ranges.map(TimeRange.frames))
        }
        #expect(error?.code == .invalidTimeRanges)
        #expect(silo.timeRanges == [.frames(0..<48)])
        #expect(try silo.samples() == samples)
    }

    @Test("a flipped bit in a sample is detected when its bytes are read, and does not affect the layout")
    func flippedBit() throws {
        var samples = samples(0..<48)
        let mark = Array("the bytes of this sample are easily found in the file".utf8)
        samples[20].bytes = mark
        try filled(samples).close()
        var file = try Data(contentsOf: URL(filePath: path))
        let place = try #require(file.range(of: Data(mark)))
        file[place.lowerBound + 10] ^= 4
        try file.write(to: URL(filePath: path))
        let silo = try FrameSilo.open(at: path)
        var seen = 0
        let error = #expect(throws: StorageError.self) { try silo.forEachSample { _, _ in seen += 1 } }
        #expect(error?.code == .damaged)
        #expect(seen == 20)
        var headers = 0
        try silo.forEachHeader { _ in headers += 1 }
        #expect(headers == 48)
        #expect(try silo.samples(in: .frames(21..<48)) == Array(samples[21...]))
        #expect(try StoreInspection.check(path).map(\.place) == ["sample at tick 20000"])
    }
}
