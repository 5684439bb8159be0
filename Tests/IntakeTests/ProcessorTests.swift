import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Picture conversion on different processors")
struct ProcessorTests {
    /// zimg's numbers of the code that this machine can run, and what it runs by its own choice (1 and 2); 0 is
    /// portable C.
    static let processors: [UInt32] = {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("flags") } ?? ""
        let flags = Set(line.split(separator: " ").map(String.init))
        let skylake = ["avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"]
        let needs: [(UInt32, [String])] = [
            (1001, ["sse"]), (1002, ["sse2"]), (1004, ["ssse3"]), (1006, ["sse4_2"]), (1007, ["avx"]),
            (1008, ["avx", "f16c"]), (1009, ["avx2", "fma", "f16c"]), (1010, ["avx512f"]), (1011, skylake),
            (1012, skylake + ["avx512_vnni"]),
        ]
        return [1, 2] + needs.filter { flags.isSuperset(of: $0.1) }.map(\.0)
    }()

    /// What the pictures show, as a fraction of the largest sample.
    enum Content: CaseIterable { case noise, gradient, extremes }

    struct Case: CustomTestStringConvertible {
        let from: String
        let isFull: Bool
        let to: PixelFormat
        let toFull: Bool
        let size: PictureSize
        let scaled: PictureSize

        var testDescription: String {
            "\(from) \(isFull ? "full" : "limited") \(size) to \(to) \(toFull ? "full" : "limited") \(scaled)"
        }
    }

    private static let names = [
        "yuv420p", "yuv422p", "yuv444p", "yuv411p", "yuv410p", "yuv440p", "yuv420p9le", "yuv420p10le", "yuv422p10le",
        "yuv444p10le", "yuv420p12le", "yuv444p12le", "yuv420p14le", "yuv422p16le", "yuv444p16le",
    ]
    /// Kept, halved and more, enlarged; odd sides are padded.
    private static let sizes = [
        ((162, 94), (162, 94)), ((161, 93), (162, 94)), ((323, 101), (130, 70)), ((67, 45), (302, 210)),
    ]

    private static func cases(_ isTaken: (Bool, Bool) -> Bool) -> [Case] {
        var cases: [Case] = []
        for from in names {
            for to in PixelFormat.allCases {
                for (isFull, toFull) in [(false, false), (true, true), (true, false), (false, true)] {
                    guard isTaken(isFull, toFull) else { continue }
                    for (size, scaled) in sizes {
                        cases.append(
                            Case(
                                from: from,
                                isFull: isFull,
                                to: to,
                                toFull: toFull,
                                size: PictureSize(width: size.0, height: size.1),
                                scaled: PictureSize(width: scaled.0, height: scaled.1)
                            )
                        )
                    }
                }
            }
        }
        return cases
    }

    private static let layouts: [String: PlanarLayout] = {
        let all = (Int32(0)..<400).compactMap { PlanarLayout(pixelFormat: $0) }
        return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// A picture of this content, converted by code for a processor, or by what Granary chooses.
    private func converted(_ test: Case, _ content: Content, by processor: UInt32?) throws -> [UInt8] {
        let layout = try #require(Self.layouts[test.from])
        let form = Scaler.Form(
            layout: layout,
            region: PictureRegion(left: 0, top: 0, size: test.size),
            isFullRange: test.isFull
        )
        let isOdd = test.size != test.scaled && test.size.roundedUpToEven == test.scaled
        let target = PictureConversion(
            size: test.scaled,
            format: test.to,
            shown: isOdd ? test.size : nil,
            isFullRange: test.toFull
        )
        let scaler = try Scaler(source: form, target: target, path: "film", processor: processor)
        var generator = SeededGenerator(seed: 7)
        let largest = 1 << layout.bitDepth - 1
        for plane in 0..<3 {
            let (x, y) = plane == 0 ? (0, 0) : (layout.chromaShiftX, layout.chromaShiftY)
            let size = PictureSize(
                width: (test.size.width + (1 << x) - 1) >> x,
                height: (test.size.height + (1 << y) - 1) >> y
            )
            var samples: [Int] = []
            for place in 0..<size.width * size.height {
                switch content {
                case .noise: samples.append(Int(generator.next() % UInt64(largest + 1)))
                case .gradient: samples.append(largest * place / (size.width * size.height - 1))
                case .extremes: samples.append((place / size.width + place % size.width / 3) % 2 * largest)
                }
            }
            // Safe: each row has as many samples as the part that is filled is wide, of as many bytes as the layout
            // says.
            unsafe scaler.input.fill(plane: plane, size: size, bytesPerSample: layout.bytesPerSample) { row, line in
                for column in 0..<size.width {
                    let sample = samples[row * size.width + column]
                    if layout.bytesPerSample == 2 {
                        unsafe line.storeBytes(of: UInt16(sample), toByteOffset: 2 * column, as: UInt16.self)
                    } else {
                        unsafe line.storeBytes(of: UInt8(sample), toByteOffset: column, as: UInt8.self)
                    }
                }
            }
        }
        return try scaler.convert()
    }

    @Test("a conversion has the bytes of the portable code, which needs none of a processor's own instructions")
    func chosen() throws {
        for test in Self.cases({ _, _ in true }) {
            for content in Content.allCases {
                let same = try converted(test, content, by: nil) == converted(test, content, by: 0)
                #expect(same, "\(test.testDescription), \(content)")
            }
        }
    }

    @Test("where zimg may use a processor's instructions, all of its code makes the same bytes", arguments: processors)
    func exact(processor: UInt32) throws {
        for test in Self.cases({ $0 == $1 }) {
            let layout = try #require(Self.layouts[test.from])
            guard !test.isFull || layout.bitDepth == test.to.bitDepth else { continue }
            for content in Content.allCases {
                let same = try converted(test, content, by: processor) == converted(test, content, by: 0)
                #expect(same, "\(test.testDescription), \(content), code \(processor)")
            }
        }
    }
}
