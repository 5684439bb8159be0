import Encoding
import Foundation
import HEVC
import Intake
import Media
import Quality

/// Encodes a few seconds of a film in one pass, and proves by another decoder that the samples decode to the encoder's
/// pictures. The samples stay in memory.
struct ClipEncoding {
    /// Samples with what a decoder needs before them.
    struct Clip {
        /// The samples in decode order; times begin at 0.
        let samples: [EncodedSample]
        /// Their parameter sets.
        let parameterSets: ParameterSets
        /// How they were encoded.
        let settings: EncoderSettings
    }

    /// The part of the film: all of its frames are encoded.
    let part: SourceDescription
    /// From its pictures to those that are encoded.
    let conversion: PictureConversion
    /// Colour and light of the samples.
    let colour: ColourMetadata
    /// The quantiser of quiet pictures.
    let rateFactor: Double
    /// Whether pictures may refer to later ones, so that they are decoded in another order than shown.
    let isReordered: Bool
    /// A folder for the files of libx265.
    let memoryFolder: String

    private static let speed = "medium"

    /// Prepares the encode of some frames of a film, in the colours and the shape of its stills.
    init(
        _ source: SourceDescription,
        frames: Range<Int>,
        colours: StillColours,
        geometry: StillGeometry,
        rateFactor: Double,
        isReordered: Bool,
        memoryFolder: String
    ) throws {
        part = try FilmProbe.cut(source, to: frames)
        var conversion = geometry.conversion(of: part, to: geometry.size)
        try colours.apply(to: &conversion, frames: frames)
        self.conversion = conversion
        colour = colours.target
        self.rateFactor = rateFactor
        self.isReordered = isReordered
        self.memoryFolder = memoryFolder
    }

    /// Encodes the part. Throws if a picture is damaged, or if the clip decodes to other pictures.
    func clip() throws -> Clip {
        let settings = settings
        let (size, count) = (settings.size, part.video.timeline.count)
        guard min(size.width, size.height) >= EncoderSettings.shortestSide else {
            let shortest = EncoderSettings.shortestSide
            throw stillFailure(.badInput, part.path, "\(size) is too small: sides of a movie have \(shortest) samples")
        }
        let encoder = try RangeEncoder(
            settings,
            firstFrame: 0,
            count: count,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(rateFactor), measuresDistortion: false),
            scratchFolder: FileManager.default.temporaryDirectory.path,
            memoryFolder: memoryFolder
        ) { _ in }
        var samples: [EncodedSample] = []
        let pictures = try FilmReader(source: part, outputs: [conversion]).pictures(in: 0..<count)
        while let picture = try pictures.next() {
            if let damage = picture.damage {
                throw stillFailure(
                    .badInput,
                    part.path,
                    "a frame near it is damaged: \(damage)",
                    "choose another moment"
                )
            }
            try encoder.encode(picture) { samples.append($0) }
        }
        try encoder.finish { samples.append($0) }
        let clip = Clip(samples: samples, parameterSets: encoder.parameterSets, settings: settings)
        try verify(clip)
        return clip
    }

    private var settings: EncoderSettings {
        let timeline = part.video.timeline
        let size = conversion.size
        var settings = EncoderSettings(
            size: size,
            format: conversion.format,
            frameRate: timeline.nominalRate,
            hasConstantRate: timeline.hasConstantRate,
            speed: Self.speed,
            // A second.
            keyFrameInterval: max(1, Int(timeline.nominalRate.framesPerSecond.rounded())),
            colourMetadata: colour
        )
        // The transfer is said where it belongs.
        settings.preferredTransfer = nil
        // As for a still: there is no log of ranges, and what fails is in the error.
        settings.options["log-level"] = "error"
        if let unit = EncoderSettings.treeUnit(fitting: size, speed: Self.speed) { settings.options["ctu"] = "\(unit)" }
        if !isReordered { settings.options["bframes"] = "0" }
        return settings
    }

    private func verify(_ clip: Clip) throws {
        let decoder = try VerifyingDecoder()
        try decoder.configure(clip.parameterSets)
        var decoded: [Int64: PictureHash] = [:]
        for (number, sample) in clip.samples.enumerated() {
            try sample.bytes.withRawSpan { span in
                try decoder.decode(span, tag: Int64(number)) { decoded[$0.tag] = $0.hash() }
            }
        }
        try decoder.flush { decoded[$0.tag] = $0.hash() }
        let wrong = clip.samples.indices.count { decoded[Int64($0)] != clip.samples[$0].pictureHash }
        guard wrong == 0, decoded.count == clip.samples.count else {
            throw WorkError(
                .verification,
                attempted: "verify a clip",
                subject: part.path,
                cause: "\(counted(wrong, "picture")) of \(clip.samples.count) decode to others than the encoder's",
                remedy: "Make it again; if that fails too, report it."
            )
        }
    }
}
