extension FrameStatistics {
    /// Reads a line as x265 writes it (3.5 and 4.1 alike), without its line feed.
    ///
    /// Returns nil for anything that x265 would not have written: another order of fields, other spacing, numbers
    /// beyond 32 bits. One form is not reproduced exactly: `-0.00` is read as `0.00`, which is the same number to x265.
    package init?(statsLine: some StringProtocol) {
        var line = StatisticsLine(statsLine)
        guard let frame = line.integer("in:"), let order = line.integer(" out:"), frame >= 0, order >= 0,
            line.take(" type:"), let letter = line.byte(), let type = PictureType(rawValue: letter),
            let qp = line.hundredths(" q:"), let aqQp = line.hundredths(" q-aq:"),
            let noVbvQp = line.hundredths(" q-noVbv:"), let rceQ = line.hundredths(" q-Rceq:"),
            let texture = line.integer(" tex:"), let motion = line.integer(" mv:"), let misc = line.integer(" misc:"),
            let intra = line.hundredths(" icu:"), let predicted = line.hundredths(" pcu:"),
            let skipped = line.hundredths(" scu:"), let sceneCut = line.integer(" sc:"), 0...1 ~= sceneCut,
            line.take(" ;"), line.isAtEnd
        else { return nil }
        self.init(
            frame: Int(frame),
            encodeOrder: Int(order),
            type: type,
            qpHundredths: qp,
            aqQpHundredths: aqQp,
            noVbvQpHundredths: noVbvQp,
            rceQHundredths: rceQ,
            textureBits: Int(texture),
            motionBits: Int(motion),
            miscBits: Int(misc),
            intraUnitsHundredths: intra,
            predictedUnitsHundredths: predicted,
            skippedUnitsHundredths: skipped,
            isSceneCut: sceneCut == 1
        )
    }

    /// The line that x265 reads in a later pass, without its line feed.
    package var statsLine: String {
        func decimal(_ hundredths: Int32) -> String { StatisticsLine.decimal(hundredths) }
        return "in:\(frame) out:\(encodeOrder) type:\(Character(UnicodeScalar(type.rawValue)))"
            + " q:\(decimal(qpHundredths)) q-aq:\(decimal(aqQpHundredths)) q-noVbv:\(decimal(noVbvQpHundredths))"
            + " q-Rceq:\(decimal(rceQHundredths)) tex:\(textureBits) mv:\(motionBits) misc:\(miscBits)"
            + " icu:\(decimal(intraUnitsHundredths)) pcu:\(decimal(predictedUnitsHundredths))"
            + " scu:\(decimal(skippedUnitsHundredths)) sc:\(isSceneCut ? 1 : 0) ;"
    }
}
