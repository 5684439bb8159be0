import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Picture conversion on different processors")
struct ProcessorTests {
    /// zimg's numbers of the code that this machine can run, and of its automatic choice (1 and 2); 0 is portable C.
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

    /// Contents of the pictures, as a fraction of the largest sample.
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
    /// Unchanged, reduced to half and less, enlarged; odd sizes are padded.
    private static let sizes = [
        ((162, 94), (162, 94)), ((161, 93), (162, 94)), ((323, 101), (130, 70)), ((67, 45), (302, 210)),
    ]

    private static let cases: [Case] = {
        var cases: [Case] = []
        for from in names {
            for to in PixelFormat.allCases {
                for (isFull, toFull) in [(false, false), (true, true), (true, false), (false, true)] {
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
    }()

    private static let layouts: [String: PlanarLayout] = {
        let all = (Int32(0)..<400).compactMap { PlanarLayout(pixelFormat: $0) }
        return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// The planes of a picture as bytes, row by row without padding.
    private struct Planes {
        let sizes: [PictureSize]
        var bytes: [[UInt8]] = []

        init(_ layout: PlanarLayout, _ size: PictureSize, _ content: Content) {
            var generator = SeededGenerator(seed: 7)
            let largest = 1 << layout.bitDepth - 1
            sizes = (0..<3).map { plane in
                let (x, y) = plane == 0 ? (0, 0) : (layout.chromaShiftX, layout.chromaShiftY)
                return PictureSize(width: (size.width + (1 << x) - 1) >> x, height: (size.height + (1 << y) - 1) >> y)
            }
            for size in sizes {
                var plane: [UInt8] = []
                for place in 0..<size.width * size.height {
                    let sample =
                        switch content {
                        case .noise: Int(generator.next() % UInt64(largest + 1))
                        case .gradient: largest * place / (size.width * size.height - 1)
                        case .extremes: (place / size.width + place % size.width / 3) % 2 * largest
                        }
                    plane.append(UInt8(sample & 0xFF))
                    if layout.bytesPerSample == 2 { plane.append(UInt8(sample >> 8)) }
                }
                bytes.append(plane)
            }
        }
    }

    /// A picture, converted with the code for a processor, or with Granary's choice.
    private func converted(_ test: Case, _ planes: Planes, by processor: UInt32?) throws -> [UInt8] {
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
        let scaler = try Scaler(source: form, target: Scaler.Target(target), path: "film", processor: processor)
        for (plane, size) in planes.sizes.enumerated() {
            let byteCount = size.width * layout.bytesPerSample
            // Safe: each row and the plane have space for the bytes of the part that is filled.
            unsafe scaler.input.fill(plane: plane, size: size, bytesPerSample: layout.bytesPerSample) { row, line in
                unsafe planes.bytes[plane].withUnsafeBytes { bytes in
                    _ = unsafe memcpy(line, bytes.baseAddress! + row * byteCount, byteCount)
                }
            }
        }
        return try scaler.convert()
    }

    @Test("equal those of portable code, also with all processor-specific code that zimg may use")
    func same() throws {
        var known: [String: Planes] = [:]
        for test in Self.cases {
            let layout = try #require(Self.layouts[test.from])
            let isKept = test.isFull == test.toFull && (!test.isFull || layout.bitDepth == test.to.bitDepth)
            for content in Content.allCases {
                let key = "\(test.from) \(test.size) \(content)"
                let planes = known[key] ?? Planes(layout, test.size, content)
                known[key] = planes
                let portable = try converted(test, planes, by: 0)
                let chosen = try converted(test, planes, by: nil)
                #expect(chosen == portable, "\(test.testDescription), \(content)")
                for processor in isKept ? Self.processors : [] {
                    let other = try converted(test, planes, by: processor)
                    #expect(other == portable, "\(test.testDescription), \(content), code \(processor)")
                }
            }
        }
    }
}
