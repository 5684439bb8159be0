import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Silo overlay", .temporaryFolder)
struct SiloOverlayTests {
    private var folder: String { TemporaryFolder.current.path }
    private let sets = ParameterSets(vps: [64, 1], sps: [66, 1], pps: [68, 1])

    private func layer(
        _ frames: Range<Int>,
        range: Int,
        sets: ParameterSets?,
        _ samples: inout [EncodedSample]
    ) throws -> SiloOverlay.Layer {
        var generator = SeededGenerator(seed: UInt64(range))
        let identity = StoreIdentity.sample(frames: frames, range: range)
        let silo = try FrameSilo.create(at: "\(folder)/scratch-\(range)-\(samples.count)", identity: identity)
        if let sets { try silo.setParameterSets(sets) }
        for order in frames {
            let sample = EncodedSample.random(order: order, using: &generator)
            try silo.add(sample)
            samples.append(sample)
        }
        let file = try Publication.publish(silo, stem: "range-\(range)", in: folder)
        return SiloOverlay.Layer(folder: folder, file: file, identity: identity)
    }

    private func film() throws -> (overlay: SiloOverlay, samples: [EncodedSample]) {
        var samples: [EncodedSample] = []
        let layers = [
            try layer(0..<10, range: 0, sets: sets, &samples),
            try layer(10..<34, range: 1, sets: sets, &samples),
            try layer(34..<40, range: 2, sets: sets, &samples),
        ]
        return (SiloOverlay(layers), samples)
    }

    private func samples(_ overlay: SiloOverlay, in range: TimeRange? = nil) throws -> [EncodedSample] {
        var samples: [EncodedSample] = []
        try overlay.forEachSample(in: range) { samples.append(EncodedSample($0, $1)) }
        return samples
    }

    @Test("the silos of a film read as one, in decode order")
    func whole() throws {
        let (overlay, expected) = try film()
        try overlay.verify()
        #expect(try samples(overlay) == expected)
        var headers: [SampleHeader] = []
        try overlay.forEachHeader { headers.append($0) }
        #expect(headers == expected.map(SampleHeader.init))
        #expect(try overlay.parameterSets() == sets)
    }

    @Test("a time range may span several silos")
    func ranges() throws {
        let (overlay, expected) = try film()
        #expect(try samples(overlay, in: .frames(8..<36)) == Array(expected[8..<36]))
        #expect(try samples(overlay, in: .frames(12..<13)) == [expected[12]])
        #expect(try samples(overlay, in: .frames(50..<60)).isEmpty)
    }

    @Test("swapped ranges are an error, with and without their identities")
    func swapped() throws {
        let layers = try film().overlay.layers
        let error = #expect(throws: StorageError.self) { try samples(SiloOverlay([layers[1], layers[0]])) }
        #expect(error?.code == .outOfOrder)
        let mistaken = SiloOverlay.Layer(folder: folder, file: layers[1].file, identity: layers[0].identity)
        #expect(
            #expect(throws: StorageError.self) { try samples(SiloOverlay([mistaken])) }?.code == .mismatchedIdentity
        )
    }

    @Test("parameter sets that differ or are missing are an error")
    func parameterSets() throws {
        var (layers, samples) = (try film().overlay.layers, [EncodedSample]())
        let other = ParameterSets(vps: [64, 1], sps: [66, 2], pps: [68, 1])
        for (sets, code) in [(other, StorageError.Code.mismatchedIdentity), (nil, .damaged)] {
            layers[2] = try layer(34..<40, range: 2, sets: sets, &samples)
            #expect(#expect(throws: StorageError.self) { try SiloOverlay(layers).parameterSets() }?.code == code)
        }
        #expect(try SiloOverlay([]).parameterSets() == nil)
    }

    @Test("a layer that changed after it was published fails verification")
    func verification() throws {
        let layers = try film().overlay.layers
        let file = PublishedFile(
            name: layers[1].file.name,
            sha256: layers[0].file.sha256,
            byteCount: layers[1].file.byteCount
        )
        var seen = 0
        let overlay = SiloOverlay([layers[0], SiloOverlay.Layer(folder: folder, file: file)])
        #expect(#expect(throws: StorageError.self) { try overlay.verify { _ in seen += 1 } }?.code == .wrongChecksum)
        #expect(seen == 1)
    }
}
