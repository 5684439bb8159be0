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
        func decimal(_ hundredths: Int32) -> String {
            let magnitude = hundredths.magnitude
            let fraction = magnitude % 100
            return (hundredths < 0 ? "-" : "") + "\(magnitude / 100)." + (fraction < 10 ? "0" : "") + "\(fraction)"
        }
        return "in:\(frame) out:\(encodeOrder) type:\(Character(UnicodeScalar(type.rawValue)))"
            + " q:\(decimal(qpHundredths)) q-aq:\(decimal(aqQpHundredths)) q-noVbv:\(decimal(noVbvQpHundredths))"
            + " q-Rceq:\(decimal(rceQHundredths)) tex:\(textureBits) mv:\(motionBits) misc:\(miscBits)"
            + " icu:\(decimal(intraUnitsHundredths)) pcu:\(decimal(predictedUnitsHundredths))"
            + " scu:\(decimal(skippedUnitsHundredths)) sc:\(isSceneCut ? 1 : 0) ;"
    }
}

/// The unread rest of a statistics line.
private struct StatisticsLine {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset == bytes.count }

    /// Skips a label; false if something else is there.
    mutating func take(_ label: StaticString) -> Bool {
        let expected = "\(label)".utf8
        guard bytes[offset...].starts(with: expected) else { return false }
        offset += expected.count
        return true
    }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A whole number as `%d` prints it: no plus, no leading zeros, no negative zero.
    mutating func integer(_ label: StaticString) -> Int32? {
        guard take(label) else { return nil }
        let sign = sign()
        guard let magnitude = magnitude() else { return nil }
        if sign < 0 && magnitude == 0 { return nil }
        return Int32(exactly: sign * magnitude)
    }

    /// A number as `%.2f` prints it, in hundredths.
    mutating func hundredths(_ label: StaticString) -> Int32? {
        guard take(label) else { return nil }
        let sign = sign()
        guard let whole = magnitude(), take("."), let tens = digit(), let ones = digit() else { return nil }
        return Int32(exactly: sign * (whole * 100 + tens * 10 + ones))
    }

    private mutating func sign() -> Int64 { take("-") ? -1 : 1 }

    private mutating func digit() -> Int64? {
        guard offset < bytes.count, 0x30...0x39 ~= bytes[offset] else { return nil }
        defer { offset += 1 }
        return Int64(bytes[offset] - 0x30)
    }

    private mutating func magnitude() -> Int64? {
        let start = offset
        var value: Int64 = 0
        while let digit = digit() {
            // No 32-bit number has more than ten digits.
            guard offset - start <= 10 else { return nil }
            value = value * 10 + digit
        }
        let count = offset - start
        guard count > 0, count == 1 || bytes[start] != 0x30 else { return nil }
        return value
    }
}
