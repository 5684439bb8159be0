import Foundation
import HEVC
import Media
import TestSupport
import Testing

/// A film that the x265 command made from synthetic pictures, as samples.
struct EncodedFilm {
    /// One sample.
    struct Sample {
        var bytes: [UInt8]
        var shown: Int
        var unit: AccessUnit
    }

    let sets: ParameterSets
    let samples: [Sample]

    /// Encodes pictures in a folder.
    init(_ film: SyntheticFilm, rate: String, options: [String], in folder: URL) throws {
        var video = Data("YUV4MPEG2 W\(film.size.width) H\(film.size.height) F\(rate) Ip C420\n".utf8)
        for frame in 0..<film.count {
            video.append(contentsOf: Array("FRAME\n".utf8))
            video.append(contentsOf: film.picture(frame).storage)
        }
        try video.write(to: folder.appending(path: "film.y4m"))
        let arguments = [
            "--log-level", "none", "--pools", "1", "--frame-threads", "1", "--no-wpp", "film.y4m", "-o", "film.hevc",
        ]
        let outcome = try #require(Tool("x265")).run(arguments + options, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let stream = [UInt8](try Data(contentsOf: folder.appending(path: "film.hevc")))
        let sets = try stream.withRawSpan(ParameterSets.init(header:))
        let context = try SliceHeader.Context(sets)
        var units: [[UInt8]] = []
        var samples: [Sample] = []
        var base = 0
        for range in stream.withRawSpan(NALUnitFraming.unitsOfAnnexB) {
            let unit = Array(stream[range])
            units.append(unit)
            // Each picture has one slice: it ends the access unit, and the units before it belong to it.
            guard try unit.withRawSpan(NALUnitHeader.init).type.isSlice else { continue }
            var sample: [UInt8] = []
            for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
            units = []
            let stripped = try sample.withRawSpan(NALUnitFraming.strippingParameterSets)
            let header = try unit.withRawSpan { span throws(BitstreamError) in
                try SliceHeader(unit: span, context: context)
            }
            let access = try stripped.withRawSpan { span throws(BitstreamError) in
                try AccessUnit(sample: span, context: context)
            }
            if access.isIDR { base = samples.count }
            let order = try #require(header.orderCount)
            samples.append(Sample(bytes: stripped, shown: base + order, unit: access))
        }
        self.sets = sets
        self.samples = samples
    }
}
