import Foundation
import Media
import Testing

@testable import Intake

/// Pictures that are turned, or whose colours are converted by a table.
@Suite("Turns and colours of pictures")
struct StagedScalerTests {
    private static let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
    private static let pq = ColourDescription(primaries: 9, transfer: 16, matrix: 9)
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9)
    private static let size = PictureSize(width: 66, height: 34)

    private func conversion(_ source: ColourDescription, _ target: ColourDescription) throws -> ColourConversion {
        ColourConversion(try #require(ColourConversion.Terms(from: source, to: target)), peak: 1000)
    }

    /// A 4:2:0 picture through the table; chroma in the middle of four samples, so that nothing is interpolated in flat
    /// parts.
    private func converted(
        _ table: ColourTable,
        depth: Int,
        to format: PixelFormat,
        usesVectors: Bool? = nil,
        scaled: PictureSize = size,
        _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> Int
    ) throws -> [UInt8] {
        let name = depth == 8 ? "yuv420p" : "yuv420p10le"
        let layouts = (Int32(0)..<400).compactMap { PlanarLayout(pixelFormat: $0) }
        let layout = try #require(layouts.first { $0.name == name })
        let form = Scaler.Form(
            layout: layout,
            region: PictureRegion(left: 0, top: 0, size: Self.size),
            isFullRange: false
        )
        var target = PictureConversion(size: scaled, format: format)
        target.colours = table
        let scaler = try StagedScaler(
            source: form,
            target: target,
            path: "film",
            usesVectors: usesVectors
        )
        for plane in 0..<3 {
            let shift = plane == 0 ? 0 : 1
            let there = PictureSize(width: Self.size.width >> shift, height: Self.size.height >> shift)
            unsafe scaler.input.fill(plane: plane, size: there, bytesPerSample: layout.bytesPerSample) { row, line in
                for x in 0..<there.width {
                    let value = sample(plane, x, row)
                    if depth == 8 {
                        unsafe line.storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
                    } else {
                        unsafe line.storeBytes(of: UInt16(value), toByteOffset: 2 * x, as: UInt16.self)
                    }
                }
            }
        }
        return try scaler.convert()
    }

    private func words(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    }

    @Test("the portable code and the processor's vectors give the same samples")
    func vectors() throws {
        var generator = SplitMix(seed: 7)
        let noise = (0..<3).map { _ in (0..<66 * 34).map { _ in Int(generator.next() % 1024) } }
        for (source, target) in [(Self.pq, Self.sdr), (Self.hlg, Self.pq), (Self.sdr, Self.hlg)] {
            let table = ColourTable(try conversion(source, target))
            let results = try [true, false].map { usesVectors in
                try converted(table, depth: 10, to: .yuv420p10, usesVectors: usesVectors) { plane, x, y in
                    noise[plane][y * 66 + x]
                }
            }
            #expect(results[0] == results[1])
        }
    }

    @Test(
        "every code of zimg makes the same pictures of 16 bits",
        arguments: ["yuv420p", "yuv420p10le", "yuv422p12le"]
    )
    func working(name: String) throws {
        let layouts = (Int32(0)..<400).compactMap { PlanarLayout(pixelFormat: $0) }
        let layout = try #require(layouts.first { $0.name == name })
        for (isFullRange, scaled) in [
            (false, Self.size), (true, Self.size), (false, PictureSize(width: 40, height: 50)),
        ] {
            let form = Scaler.Form(
                layout: layout,
                region: PictureRegion(left: 0, top: 0, size: Self.size),
                isFullRange: isFullRange
            )
            let target = Scaler.Target(workingFor: PictureConversion(size: scaled, format: .yuv420p10))
            func picture(_ processor: UInt32?) throws -> [UInt8] {
                let scaler = try Scaler(source: form, target: target, path: "film", processor: processor)
                var generator = SplitMix(seed: 11)
                for plane in 0..<3 {
                    let shifts = plane == 0 ? (0, 0) : (layout.chromaShiftX, layout.chromaShiftY)
                    let there = PictureSize(width: Self.size.width >> shifts.0, height: Self.size.height >> shifts.1)
                    unsafe scaler.input.fill(plane: plane, size: there, bytesPerSample: layout.bytesPerSample) {
                        _,
                        line in
                        for x in 0..<there.width {
                            let value = UInt16(truncatingIfNeeded: generator.next() >> UInt64(64 - layout.bitDepth))
                            if layout.bytesPerSample == 1 {
                                unsafe line.storeBytes(of: UInt8(value), toByteOffset: x, as: UInt8.self)
                            } else {
                                unsafe line.storeBytes(of: value, toByteOffset: 2 * x, as: UInt16.self)
                            }
                        }
                    }
                }
                try scaler.process()
                return scaler.output.packed()
            }
            let own = try picture(nil)
            // Full range is converted by portable code alone.
            for processor in ProcessorTests.processors + [0] where !isFullRange || processor == 0 {
                #expect(try picture(processor) == own, "zimg's code \(processor)")
            }
        }
    }

    @Test("flat colours become those of the model within two codes, and greys stay grey")
    func flat() throws {
        for (source, target) in [
            (Self.pq, Self.sdr), (Self.hlg, Self.sdr), (Self.pq, Self.hlg), (Self.hlg, Self.pq), (Self.sdr, Self.pq),
            (Self.sdr, Self.hlg),
        ] {
            let conversion = try conversion(source, target)
            let table = ColourTable(conversion)
            let weights = try #require(LumaWeights(matrix: source.matrix))
            let other = try #require(LumaWeights(matrix: target.matrix))
            for (luma, cb, cr) in [
                (64, 512, 512), (300, 512, 512), (502, 512, 512), (721, 512, 512), (940, 512, 512), (420, 480, 560),
                (500, 530, 495), (350, 530, 520),
            ] {
                let codes = [luma, cb, cr]
                let found = words(try converted(table, depth: 10, to: .yuv420p10) { plane, _, _ in codes[plane] })
                let (y, b, r) = (Double(luma - 64) / 876, Double(cb - 512) / 896, Double(cr - 512) / 896)
                let (red, blue) = (y + 2 * (1 - weights.red) * r, y + 2 * (1 - weights.blue) * b)
                let green = (y - weights.red * red - weights.blue * blue) / weights.green
                let signal = conversion.signal(RGBMatrix.Colour(red, green, blue))
                let newLuma = other.red * signal.x + other.green * signal.y + other.blue * signal.z
                let wanted = [
                    64 + 876 * newLuma, 512 + 896 * (signal.z - newLuma) / (2 * (1 - other.blue)),
                    512 + 896 * (signal.x - newLuma) / (2 * (1 - other.red)),
                ]
                let planes = [found[..<2244], found[2244..<2805], found[2805...]]
                for (plane, value) in zip(planes, wanted) {
                    #expect(plane.allSatisfy { abs(Double($0) - value) < 2 }, "\(luma) \(cb) \(cr): \(wanted)")
                }
                if cb == 512, cr == 512 { #expect(found[2244...].allSatisfy { $0 == 512 }) }
            }
        }
    }

    @Test("eight bits become ten and ten become eight, and another size is filled")
    func formats() throws {
        let up = ColourTable(try conversion(Self.sdr, Self.hlg))
        let bytes = try converted(up, depth: 8, to: .yuv420p10) { plane, _, _ in plane == 0 ? 235 : 128 }
        #expect(words(bytes)[..<2244].allSatisfy { abs($0 - 721) <= 1 })
        let down = ColourTable(try conversion(Self.hlg, Self.sdr))
        let small = PictureSize(width: 32, height: 16)
        let dark = try converted(down, depth: 10, to: .yuv420p8, scaled: small) { plane, _, _ in plane == 0 ? 64 : 512 }
        #expect(dark.count == 32 * 16 * 3 / 2 && dark[..<512].allSatisfy { $0 == 16 })
        #expect(dark[512...].allSatisfy { $0 == 128 })
    }

    @Test("no sample is outside the legal range, whatever the source has")
    func legal() throws {
        var generator = SplitMix(seed: 3)
        let table = ColourTable(try conversion(Self.pq, Self.sdr))
        let bytes = try converted(table, depth: 10, to: .yuv420p10) { _, _, _ in
            generator.next() % 2 == 0 ? 4 : 1019
        }
        // Chroma is halved by a filter that overshoots a little.
        #expect(words(bytes)[..<2244].allSatisfy { (64...940).contains($0) })
        #expect(words(bytes).allSatisfy { (4...1019).contains($0) })
    }
}

/// Numbers that look random and are the same in every run.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
