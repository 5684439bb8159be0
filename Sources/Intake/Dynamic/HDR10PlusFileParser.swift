import Foundation
import HEVC
import Media

/// HDR10+ as JSON: the array `SceneInfo` has an object for each frame, `SceneInfoSummary` the lengths of the scenes.
/// Objects are decoded one at a time.
struct HDR10PlusFileParser: MetadataFileParser {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The text of the last string at the depth of the file's own keys.
    private var key: [UInt8] = []
    /// The key whose value is being read.
    private var section = ""
    /// The object that is being collected; nil outside of one.
    private var object: [UInt8]?
    private var count = 0
    private var summary: Summary?
    private var hasEnded = false

    private static let mostBytesOfObject = 16 << 20
    private static let deepest = 64

    mutating func take(_ block: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        for byte in block { try take(byte, body) }
    }

    mutating func finish(_ body: ([UInt8]) throws -> Void) throws {
        guard hasEnded, depth == 0 else { throw MetadataFileFlaw("it is not JSON, or ends early") }
        guard count > 0 else { throw MetadataFileFlaw("it has no array SceneInfo with an object for each frame") }
        try summary?.check(count: count)
    }

    private mutating func take(_ byte: UInt8, _ body: ([UInt8]) throws -> Void) throws {
        if object != nil {
            object?.append(byte)
            guard (object?.count ?? 0) <= Self.mostBytesOfObject else {
                throw MetadataFileFlaw(entry: count, "has more than \(Self.mostBytesOfObject) bytes")
            }
        }
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            } else if depth == 1, key.count < 64 {
                key.append(byte)
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            if depth == 1 { key = [] }
        case UInt8(ascii: ":"):
            if depth == 1 { section = String(decoding: key, as: UTF8.self) }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            guard depth <= Self.deepest else { throw MetadataFileFlaw("it is nested too deeply") }
            if byte == UInt8(ascii: "{"), depth == objectDepth { object = [byte] }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if byte == UInt8(ascii: "}"), depth == objectDepth, let object { try take(object: object, body) }
            depth -= 1
            guard depth >= 0 else { throw MetadataFileFlaw("it is not JSON") }
            if depth == 0 { hasEnded = true }
        default: break
        }
    }

    /// The depth of the objects that are decoded in the current section; 0 for a section that is passed over.
    private var objectDepth: Int {
        switch section {
        case "SceneInfo": 3
        case "SceneInfoSummary": 2
        default: 0
        }
    }

    private mutating func take(object bytes: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        object = nil
        guard section == "SceneInfo" else {
            summary = try? JSONDecoder().decode(Summary.self, from: Data(bytes))
            guard summary != nil else { throw MetadataFileFlaw("its SceneInfoSummary cannot be read") }
            return
        }
        let frame: Frame
        do {
            frame = try JSONDecoder().decode(Frame.self, from: Data(bytes))
        } catch {
            throw MetadataFileFlaw(entry: count, "cannot be read as HDR10+")
        }
        if let index = frame.SequenceFrameIndex, index != count {
            throw MetadataFileFlaw(entry: count, "is that of frame \(index): frames are missing, doubled or unordered")
        }
        guard let message = frame.message else {
            throw MetadataFileFlaw(entry: count, "has values that HDR10+ cannot express, or several windows")
        }
        count += 1
        try body(message.payload)
    }
}

extension HDR10PlusFileParser {
    /// The scenes of a file.
    private struct Summary: Decodable {
        let SceneFirstFrameIndex: [Int]
        let SceneFrameNumbers: [Int]

        /// Throws if scenes overlap, leave holes, or do not end with the last frame.
        func check(count: Int) throws(MetadataFileFlaw) {
            guard SceneFirstFrameIndex.count == SceneFrameNumbers.count else {
                throw MetadataFileFlaw("its SceneInfoSummary has lists of different lengths")
            }
            var next = 0
            for (scene, (first, length)) in zip(SceneFirstFrameIndex, SceneFrameNumbers).enumerated() {
                guard first == next, (1...count).contains(length) else {
                    throw MetadataFileFlaw(
                        "its scene \(scene) begins at frame \(first) and has \(length), but frame \(next) is next"
                    )
                }
                next += length
            }
            guard next == count else {
                throw MetadataFileFlaw("its scenes have \(counted(next, "frame")), and SceneInfo has \(count)")
            }
        }
    }

    /// The metadata of a frame, by the names in the file.
    private struct Frame: Decodable {
        struct Curve: Decodable {
            let Anchors: [UInt16]
            let KneePointX: UInt16
            let KneePointY: UInt16
        }

        struct Distribution: Decodable {
            let DistributionIndex: [UInt8]
            let DistributionValues: [UInt32]
        }

        struct Luminance: Decodable {
            let AverageRGB: UInt32
            let LuminanceDistributions: Distribution
            let MaxScl: [UInt32]
        }

        let BezierCurveData: Curve?
        let LuminanceParameters: Luminance
        let NumberOfWindows: Int?
        let TargetedSystemDisplayMaximumLuminance: UInt32
        let SequenceFrameIndex: Int?

        /// The message; nil if a value does not fit its field.
        var message: HDR10PlusMessage? {
            let light = LuminanceParameters
            let parts = light.LuminanceDistributions
            let levels = light.MaxScl + [light.AverageRGB] + parts.DistributionValues
            guard (NumberOfWindows ?? 1) == 1, light.MaxScl.count == 3, levels.allSatisfy({ $0 < 1 << 17 }),
                parts.DistributionIndex.count == parts.DistributionValues.count, parts.DistributionIndex.count < 16,
                parts.DistributionIndex.allSatisfy({ $0 < 128 }), TargetedSystemDisplayMaximumLuminance < 1 << 27
            else { return nil }
            var curve: HDR10PlusWindow.ToneCurve?
            if let given = BezierCurveData {
                guard max(given.KneePointX, given.KneePointY) < 4096, given.Anchors.count < 16,
                    given.Anchors.allSatisfy({ $0 < 1024 })
                else { return nil }
                curve = HDR10PlusWindow.ToneCurve(knee: [given.KneePointX, given.KneePointY], anchors: given.Anchors)
            }
            return HDR10PlusMessage(
                window: HDR10PlusWindow(
                    maximum: light.MaxScl,
                    average: light.AverageRGB,
                    distribution: zip(parts.DistributionIndex, parts.DistributionValues).map {
                        HDR10PlusWindow.Percentile(percentage: $0, level: $1)
                    },
                    curve: curve
                ),
                targetedMaximum: TargetedSystemDisplayMaximumLuminance
            )
        }
    }
}
