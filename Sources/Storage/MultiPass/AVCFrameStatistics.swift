/// What x264's two-pass statistics have of a frame and x265's have not.
package struct AVCFrameStatistics: Hashable, Sendable, Codable {
    /// Most references and weights of a picture in a line; x264 has fewer.
    static let longestList = 64

    /// `dur`: duration of the picture in half ticks of the encoder's clock.
    package var duration: Int32
    /// `cpbdur`: duration of the picture in the decoder's buffer, in the same ticks.
    package var bufferDuration: Int32
    /// `d`: how direct blocks predict: `s`patially, `t`emporally, or `-` where there are none.
    package var directMode: UInt8
    /// `ref`: blocks that use each reference, in order.
    package var references: [Int32]
    /// `w`: the weights of the first reference: denominator, scale and offset of luma, and of chroma if it has some;
    /// nil for none.
    package var weights: [Int32]?

    /// Creates a value.
    package init(
        duration: Int32,
        bufferDuration: Int32,
        directMode: UInt8,
        references: [Int32],
        weights: [Int32]? = nil
    ) {
        self.duration = duration
        self.bufferDuration = bufferDuration
        self.directMode = directMode
        self.references = references
        self.weights = weights
    }
}

extension FrameStatistics {
    /// Reads a line as x264 writes it (build 164), without its line feed; nil for anything else.
    package init?(avcStatsLine text: some StringProtocol) {
        var line = StatisticsLine(text)
        guard let frame = line.integer("in:"), let order = line.integer(" out:"), frame >= 0, order >= 0,
            line.take(" type:"), let letter = line.byte(), let type = PictureType(rawValue: letter),
            let duration = line.integer(" dur:"), let bufferDuration = line.integer(" cpbdur:"),
            let qp = line.hundredths(" q:"), let aqQp = line.hundredths(" aq:"),
            let texture = line.integer(" tex:"), let motion = line.integer(" mv:"), let misc = line.integer(" misc:"),
            let intra = line.integer(" imb:"), let predicted = line.integer(" pmb:"),
            let skipped = line.integer(" smb:"), line.take(" d:"), let direct = line.byte(),
            AVCFrameStatistics.directModes.contains(direct),
            let references = line.list(" ref:", separator: " "), references.count <= AVCFrameStatistics.longestList
        else { return nil }
        let weights = line.list("w:", separator: ",")
        guard weights == nil || line.take(" "), weights.map(\.count).map([3, 8].contains) ?? true,
            line.take(";"), line.isAtEnd
        else { return nil }
        let units = [intra, predicted, skipped].map { $0.multipliedReportingOverflow(by: 100) }
        guard units.allSatisfy({ !$0.overflow }) else { return nil }
        self.init(
            frame: Int(frame),
            encodeOrder: Int(order),
            type: type,
            qpHundredths: qp,
            aqQpHundredths: aqQp,
            noVbvQpHundredths: 0,
            rceQHundredths: 0,
            textureBits: Int(texture),
            motionBits: Int(motion),
            miscBits: Int(misc),
            intraUnitsHundredths: units[0].partialValue,
            predictedUnitsHundredths: units[1].partialValue,
            skippedUnitsHundredths: units[2].partialValue,
            isSceneCut: false,
            avc: AVCFrameStatistics(
                duration: duration,
                bufferDuration: bufferDuration,
                directMode: direct,
                references: references,
                weights: weights
            )
        )
    }

    /// The line that x264 reads in a later pass, without its line feed; nil for statistics of x265.
    package var avcStatsLine: String? {
        guard let avc else { return nil }
        func decimal(_ hundredths: Int32) -> String { StatisticsLine.decimal(hundredths) }
        let references = avc.references.map { "\($0) " }.joined()
        let weights = avc.weights.map { "w:" + $0.map(String.init).joined(separator: ",") + " " } ?? ""
        return "in:\(frame) out:\(encodeOrder) type:\(Character(UnicodeScalar(type.rawValue)))"
            + " dur:\(avc.duration) cpbdur:\(avc.bufferDuration)"
            + " q:\(decimal(qpHundredths)) aq:\(decimal(aqQpHundredths))"
            + " tex:\(textureBits) mv:\(motionBits) misc:\(miscBits) imb:\(intraUnitsHundredths / 100)"
            + " pmb:\(predictedUnitsHundredths / 100) smb:\(skippedUnitsHundredths / 100)"
            + " d:\(Character(UnicodeScalar(avc.directMode))) ref:\(references)\(weights);"
    }
}

extension AVCFrameStatistics {
    /// The letters of `directMode`.
    static let directModes = Array("st-".utf8)
}
