package import Media

/// Reads numbers with units from manifests and options. Nil means that the text is not valid.
package enum Quantity {
    /// An exact time with its unit: `10s`, `500ms`, `1.5m`, `2h`. From 0 to 1000 hours.
    package static func time(_ text: some StringProtocol) -> MediaTime? {
        let units: [(suffix: String, multiplier: Int64, divisor: Int32)] = [
            ("ms", 1, 1000), ("min", 60, 1), ("s", 1, 1), ("m", 60, 1), ("h", 3600, 1),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
            let decimal = Decimal(text.dropLast(unit.suffix.count), fractionDigits: 5)
        else { return nil }
        let (ticks, overflow) = decimal.units.multipliedReportingOverflow(by: unit.multiplier)
        let time = MediaTime(value: ticks, timescale: decimal.scale * unit.divisor).reduced
        return overflow || time > MediaTime(value: 3_600_000, timescale: 1) ? nil : time
    }

    /// A rate in bit/s: `2500k`, `2.5M`, `2500000`; k is 1000 bit/s. From 1 kbit/s to 2 Gbit/s.
    package static func bitRate(_ text: some StringProtocol) -> Int? { decimal(text, in: 1000...2_000_000_000) }

    /// A number of bytes: `100`, `200k`, `1.5M`; k is 1000 bytes. From 1 byte to 2 GB.
    package static func byteCount(_ text: some StringProtocol) -> Int? { decimal(text, in: 1...2_000_000_000) }

    /// A whole number that may be written with k for 1000 or M for a million.
    private static func decimal(_ text: some StringProtocol, in range: ClosedRange<Int64>) -> Int? {
        let multiplier: Int64 =
            switch text.last {
            case "k", "K": 1000
            case "M": 1_000_000
            default: 1
            }
        guard let decimal = Decimal(multiplier == 1 ? text[...] : text.dropLast(), fractionDigits: 6) else {
            return nil
        }
        let (product, overflow) = decimal.units.multipliedReportingOverflow(by: multiplier)
        guard !overflow, product % Int64(decimal.scale) == 0 else { return nil }
        let number = product / Int64(decimal.scale)
        return range.contains(number) ? Int(number) : nil
    }

    /// An amount of memory in MiB: `900M`, `4G`, `1.5T`. K, M, G and T are powers of 1024, as in Slurm. From 16M to
    /// 64T, rounded up.
    package static func mebibytes(_ text: some StringProtocol) -> Int? {
        let shifts: [Character: Int] = ["K": -10, "M": 0, "G": 10, "T": 20]
        guard let unit = text.last, let shift = shifts[unit], let decimal = Decimal(text.dropLast(), fractionDigits: 3)
        else { return nil }
        let amount = Double(decimal.units) / Double(decimal.scale)
        let mebibytes = (shift < 0 ? amount / 1024 : amount * Double(1 << shift)).rounded(.up)
        return (16...Double(64 << 20)).contains(mebibytes) ? Int(mebibytes) : nil
    }

    /// A percentage as a fraction: `0.5%` is 0.005. From 0 to 100 %.
    package static func fraction(_ text: some StringProtocol) -> Double? {
        guard text.hasSuffix("%"), let decimal = Decimal(text.dropLast(), fractionDigits: 6) else { return nil }
        let fraction = Double(decimal.units) / (Double(decimal.scale) * 100)
        return fraction <= 1 ? fraction : nil
    }

    /// A plain decimal number such as `21` or `-1.5`, without exponent.
    package static func number(_ text: some StringProtocol) -> Double? {
        let isNegative = text.hasPrefix("-")
        guard let decimal = Decimal(isNegative ? text.dropFirst() : text[...], fractionDigits: 9) else { return nil }
        let magnitude = Double(decimal.units) / Double(decimal.scale)
        return isNegative ? 0 - magnitude : magnitude
    }

    /// A number with as few digits as possible, at most three decimals.
    package static func words(_ number: Double) -> String {
        let thousandths = (number * 1000).rounded()
        guard thousandths.magnitude < 1e15 else { return "\(number)" }
        var text = String(Int(thousandths) / 1000)
        let rest = Int(thousandths) % 1000
        if rest != 0 {
            var digits = String(1000 + rest).dropFirst()
            while digits.last == "0" { digits.removeLast() }
            text += ".\(digits)"
        }
        return text
    }

    /// A frame rate: `24`, `12.5`, `30000/1001`. `29.97` and similar decimals mean such a fraction. From 0.01 to 1000.
    package static func frameRate(_ text: some StringProtocol) -> FrameRate? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let rate: FrameRate
        if parts.count == 2 {
            guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
                let frames = Int32(parts[0]), let seconds = Int32(parts[1]), frames > 0, seconds > 0
            else { return nil }
            rate = FrameRate(frames: frames, seconds: seconds)
        } else {
            guard let decimal = Decimal(text, fractionDigits: 5), decimal.units > 0,
                let frames = Int32(exactly: decimal.units)
            else { return nil }
            let exact = FrameRate(frames: frames, seconds: decimal.scale)
            // 29.97 means 30000/1001, with any number of decimals.
            let nominal = exact.framesPerSecond.rounded(.up)
            let film = FrameRate(frames: Int32(min(nominal, 2_000_000)) * 1000, seconds: 1001)
            let isFilm = (exact.framesPerSecond - film.framesPerSecond).magnitude < 0.0051
            rate = decimal.scale > 1 && isFilm ? film : exact
        }
        return (0.01...1000).contains(rate.framesPerSecond) ? rate : nil
    }

    /// A size as `1920x1080`, each side 1 to 65535.
    package static func size(_ text: some StringProtocol) -> PictureSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let width = UInt16(sides[0]), let height = UInt16(sides[1]), width > 0, height > 0
        else { return nil }
        return PictureSize(width: Int(width), height: Int(height))
    }

    /// Digits with at most one decimal point: `units / scale`.
    private struct Decimal {
        let units: Int64
        let scale: Int32

        init?(_ text: Substring, fractionDigits: Int) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
                parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
                parts.count == 1 || parts[1].count <= fractionDigits,
                let units = Int64(parts.joined())
            else { return nil }
            self.units = units
            scale = (0..<(parts.count == 2 ? parts[1].count : 0)).reduce(1) { scale, _ in scale * 10 }
        }

        init?(_ text: some StringProtocol, fractionDigits: Int) {
            self.init(Substring(text), fractionDigits: fractionDigits)
        }
    }
}
