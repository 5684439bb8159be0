import Jobs
import Media

extension BenchLimits {
    /// Reads the limits, and reports mistakes.
    init(_ section: ManifestSection) {
        self.init()
        if let time = section.time("time") {
            encodeSeconds = time.seconds
            if !(1...864_000).contains(time.seconds) { section.report("time", "an encode may take 1s to 240h") }
        }
        let amount = section.value("disk", expected: "an amount from 16M, as in 900M or 20G") { Quantity.mebibytes($0) }
        if let amount { diskBytes = Int64(amount) << 20 }
        runsKept = section.integer("runs", in: 1...10_000) ?? runsKept
    }
}

extension GateBands {
    /// Reads the bands, and reports mistakes.
    init(_ section: ManifestSection) {
        self.init()
        rate = section.fraction("rate") ?? rate
        clipRate = section.fraction("clipRate") ?? clipRate
        speed = section.fraction("speed") ?? speed
        accuracy = section.fraction("accuracy") ?? accuracy
        func number(_ key: String, _ limit: Double) -> Double? {
            section.value(key, expected: "a number from 0 to \(Quantity.words(limit))") { text in
                Quantity.number(text).flatMap { (0...limit).contains($0) ? $0 : nil }
            }
        }
        decibels = number("decibels", 10) ?? decibels
        similarity = number("ssim", 1) ?? similarity
        vmaf = number("vmaf", 100) ?? vmaf
    }
}
