import AVC
import Checksums
import Encoding
import HEVC
import ISOMedia
package import Media

extension FilmVerification {
    /// Compares the colour and HDR metadata in the film's header with the settings: boxes, SEI in `hvcC`, and the VUI.
    ///
    /// - Parameter profile: the source's ICC profile, which the film must have byte for byte; nil when it has none.
    package func checkMetadata(_ settings: EncoderSettings, profile: ColourProfile?) -> [String] {
        var findings = checkColourBox(settings)
        func compare<Value: Equatable>(_ box: String, _ found: Value?, _ wanted: Value?) {
            guard found != wanted else { return }
            let finding =
                switch (found, wanted) {
                case (nil, _): "the film has no box '\(box)'"
                case (_, nil): "the film has the box '\(box)', which was not requested"
                default: "'\(box)' has other values than were requested"
                }
            findings.append(finding)
        }
        compare("mdcv", film.format.masteringDisplay, settings.masteringDisplay)
        compare("clli", film.format.contentLight, settings.contentLight)
        compare("amve", film.format.ambientViewing, settings.ambientViewing)
        findings += checkProfile(profile)
        findings += StaticMetadata(settings.colourMetadata).faults(inUnits: film.prefixSEI).map {
            "SEI in 'hvcC': \($0)"
        }
        do {
            let sps = film.parameterSets.sps
            switch film.parameterSets.codec {
            case .hevc:
                findings += settings.signalFaults(in: try sps.withRawSpan { try SequenceParameterSet(unit: $0) })
            case .h264:
                findings += settings.signalFaults(in: try sps.withRawSpan { try AVCSequenceParameterSet(unit: $0) })
            }
        } catch {
            findings.append("the sequence parameter set cannot be read: \(error)")
        }
        return findings
    }

    /// Compares the metadata SEI in the samples with the settings: each message once in every IDR access unit, and none
    /// in the others. Samples of H.264 have slices only.
    package func checkMetadata(_ settings: EncoderSettings, of frames: Range<Int>) -> [String] {
        guard frames.upperBound <= film.samples.count else { return [] }
        let metadata = StaticMetadata(settings.colourMetadata)
        var findings: [String] = []
        var wrong = 0
        for sample in frames {
            let faults: [String]
            do {
                faults = try film.bytes(of: sample).withRawSpan { span in
                    guard film.parameterSets.codec == .hevc else {
                        let isSync = try AVCAccessUnit(sample: span).isIDR
                        return isSync == film.samples[sample].isSync
                            ? [] : ["its kind of key frame is not that of 'stss'"]
                    }
                    let isIDR = try NALUnitFraming.firstSlice(ofSample: span).type.isIDR
                    return (isIDR ? metadata : StaticMetadata()).faults(inSample: span)
                }
            } catch {
                faults = ["\(error)"]
            }
            guard !faults.isEmpty else { continue }
            wrong += 1
            if wrong == 1 { findings += faults.map { "sample \(sample): \($0)" } }
        }
        if wrong > 1 {
            findings.append("\(wrong) samples of frames \(frames) have other metadata SEI than were requested")
        }
        return findings
    }

    private func checkProfile(_ wanted: ColourProfile?) -> [String] {
        guard let found = film.format.colourProfile else {
            return wanted.map { ["the film has no 'colr' with the source's ICC profile \($0)"] } ?? []
        }
        guard let wanted else { return ["'colr' has an ICC profile (\(found)), but the source has none"] }
        // Safe: the bytes of an integer array are all initialised, and lent for the call only.
        let isSame = unsafe SHA256Digest.of(found.bytes.span.bytes) == wanted.sha256
        return isSame ? [] : ["'colr' has another ICC profile (\(found)) than the source (\(wanted))"]
    }

    /// `colr` gives the preferred transfer; a QuickTime `colr` has no range.
    private func checkColourBox(_ settings: EncoderSettings) -> [String] {
        let found = film.format.colour ?? .unspecified
        var findings: [String] = []
        for (name, wanted, actual) in [
            ("colour primaries", settings.colour.primaries, found.primaries),
            ("transfer characteristics", settings.preferredTransfer ?? settings.colour.transfer, found.transfer),
            ("matrix coefficients", settings.colour.matrix, found.matrix),
        ] where wanted != actual {
            findings.append("'colr' says \(name) \(actual) instead of \(wanted)")
        }
        let (isFull, saysFull) = (settings.colour.isFullRange ?? false, found.isFullRange ?? false)
        if isFull != saysFull, film.movie.majorBrand != FileTypeBox.quickTime.majorBrand {
            findings.append(
                "'colr' says \(saysFull ? "full" : "limited") range instead of \(isFull ? "full" : "limited")"
            )
        }
        return findings
    }
}
