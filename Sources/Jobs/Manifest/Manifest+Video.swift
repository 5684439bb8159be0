import Media
import Yams

extension Manifest.Video {
    init(_ section: ManifestSection) {
        self.init()
        read(section)
    }

    /// Reads the settings that a section has. What it leaves out stays as it is.
    mutating func read(_ section: ManifestSection) {
        readPicture(section)
        readEncoder(section)
        readGoal(section)
        readColour(section)
        readHRD(section)
    }

    private mutating func readPicture(_ section: ManifestSection) {
        readSize(section)
        fit = section.choice("fit", FrameFit.self) ?? fit
        isEnlarged = section.flag("enlarge") ?? isEnlarged
        deinterlacing = Self.deinterlacing(section) ?? deinterlacing
        denoising =
            section.choice("denoise", of: ["off"] + Denoising.allCases.map(\.rawValue))
            .flatMap(Denoising.init(rawValue:)) ?? denoising
        debands = section.flag("deband") ?? debands
        readFrameRate(section)
        if let node = section["crop"], let crop = section.reader.section(node, at: section.keyPath("crop")) {
            self.crop = Manifest.Crop(crop)
        }
    }

    private mutating func readEncoder(_ section: ManifestSection) {
        codec = section.choice("codec", VideoCodec.self) ?? codec
        if section.text("bitDepth") == "auto" {
            bitDepth = nil
        } else if let depth = section.value("bitDepth", expected: "8, 10 or auto", { ["8": 8, "10": 10][$0] }) {
            bitDepth = depth
        }
        speed = section.choice("speed", of: EncoderSettings.speeds) ?? speed
        tune = section.choice("tune", of: EncoderSettings.tunes) ?? tune
        if let interval = section.time("keyFrameInterval") {
            if interval < MediaTime(value: 1, timescale: 10) {
                section.report("keyFrameInterval", "key frames must be at least 100ms apart")
            }
            keyFrameInterval = interval
        }
        if let node = section["temporal"],
            let temporal = section.reader.section(node, at: section.keyPath("temporal"))
        {
            readTemporal(temporal)
        }
        if let node = section["options"] {
            options = EncoderOptions.read(node, at: section.keyPath("options"), section.reader, for: codec)
        }
    }

    private mutating func readGoal(_ section: ManifestSection) {
        if let node = section["rate"], let rate = section.reader.section(node, at: section.keyPath("rate")) {
            readRate(rate)
        }
        if section.has("optimize") {
            optimize = section.choice("optimize", of: ["balanced"] + QualityMetric.allCases.map(\.rawValue))
                .flatMap(QualityMetric.init(rawValue:))
        }
        if optimize != nil, let rate {
            if case .average = rate { return }
            section.report("optimize", Self.nothingToSpend("\(rate)"), Self.spendingRemedy)
        }
    }

    private mutating func readColour(_ section: ManifestSection) {
        if section.has("hdr") {
            range = section.choice("hdr", of: ["auto"] + Manifest.DynamicRange.allCases.map(\.rawValue))
                .flatMap(Manifest.DynamicRange.init(rawValue:))
        }
        colour = Self.colour(section) ?? colour
        toneMap = section.choice("toneMap", ToneMap.self) ?? toneMap
        if section.text("masteringDisplay") != "source" {
            masteringDisplay =
                section.value(
                    "masteringDisplay",
                    expected: "source or x265's form, as in "
                        + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
                ) { MasteringDisplay(text: $0) } ?? masteringDisplay
        }
        readContentLight(section)
    }

    private mutating func readHRD(_ section: ManifestSection) {
        declaresBuffer = section.flag("hrd") ?? declaresBuffer
        if section.has("hrd"), declaresBuffer, maximumRate == nil {
            section.report(
                "hrd",
                "declares how a decoder's buffer is filled, but video.rate sets no limit for it",
                "write rate: {..., maximum: 5000k, buffer: 5000k}, or leave hrd out"
            )
        }
    }

    /// Why `optimize` cannot be used with another goal.
    static func nothingToSpend(_ aim: String) -> String {
        "distributes an average rate, but the goal of the film is \(aim)"
    }

    /// What to write instead.
    static let spendingRemedy = "write rate: {average: 2500k}, or optimize: balanced"

    private mutating func readSize(_ section: ManifestSection) {
        guard section["size"] != nil else { return }
        isSizeGiven = true
        if section.text("size") == "source" { return box = nil }
        box = section.value("size", expected: "source or a box such as 1920x1080") { text in
            Quantity.size(text).flatMap {
                min($0.width, $0.height) >= 16 && max($0.width, $0.height) <= 8192 ? $0 : nil
            }
        }
    }

    private mutating func readFrameRate(_ section: ManifestSection) {
        guard section["outputFrameRate"] != nil, section.text("outputFrameRate") != "source" else { return }
        let expected = "source or frames a second, as in 24, 29.97 or 30000/1001"
        outputFrameRate = section.value("outputFrameRate", expected: expected) { Quantity.frameRate($0) }
    }

    private mutating func readRate(_ section: ManifestSection) {
        let quality = section["quality"].flatMap { section.reader.section($0, at: section.keyPath("quality")) }
            .flatMap { QualityGoal($0) }
        let average = section.value("average", expected: "a rate from 1k to 2000M bit/s, as in 2500k or 2.5M") {
            Quantity.bitRate($0)
        }
        let constant = section.value("constant", expected: "a rate factor from 0 to 51, as in 21") { text in
            Quantity.number(text).flatMap { (0...51).contains($0) ? $0 : nil }
        }
        let given = ["average", "constant", "quality"].filter { section[$0] != nil }
        if given.count > 1 {
            section.report(given[1], "contradicts \(given[0])", "keep one of the two")
        } else if given.isEmpty {
            section.reader.report(
                section.node,
                section.path,
                "sets no goal",
                "write {average: 2500k}, {constant: 21} or {quality: {metric: ssim, target: 0.985}}"
            )
        }
        readBuffer(section, average: average)
        rate =
            average.map { .average(bitsPerSecond: $0) } ?? constant.map { .constantRateFactor($0) }
            ?? quality.map { .quality($0) }
    }

    private mutating func readBuffer(_ section: ManifestSection, average: Int?) {
        maximumRate = section.value("maximum", expected: "a rate from 1k to 2000M bit/s, as in 5000k or 5M") {
            Quantity.bitRate($0)
        }
        bufferBits = section.value("buffer", expected: "a size from 1k to 2000M bit, as in 5000k or 5M") {
            Quantity.bitRate($0)
        }
        if section["buffer"] != nil, section["maximum"] == nil {
            section.report("buffer", "sets the size of a buffer, but not how fast it fills", "write maximum, too")
        }
        if let average, let maximumRate, maximumRate < average {
            section.report(
                "maximum",
                "is below the average of \(average / 1000)k, so no film could reach the average",
                "write \(average / 1000)k or more, or lower the average"
            )
        }
    }

    private mutating func readTemporal(_ section: ManifestSection) {
        let levels = section.integer("levels", in: TemporalPyramid.supportedLevels)
        let rate = section.value("baseLayerFrameRate", expected: "frames per second, as in 30 or 7.5") { text in
            Quantity.number(text).flatMap { (0.1...1000).contains($0) ? $0 : nil }
        }
        if section["levels"] != nil, section["baseLayerFrameRate"] != nil {
            section.report("baseLayerFrameRate", "contradicts levels", "keep one of the two")
        } else if section["levels"] == nil, section["baseLayerFrameRate"] == nil {
            section.reader.report(
                section.node,
                section.path,
                "does not set the number of levels",
                "write {baseLayerFrameRate: 30} or {levels: 4}"
            )
        }
        temporal = levels.map { .levels($0) } ?? rate.map { .baseLayerFrameRate($0) }
    }

    /// Reads how interlaced pictures become progressive; nil if they are refused.
    static func deinterlacing(_ section: ManifestSection) -> Deinterlacing? {
        section.choice("deinterlace", of: ["off"] + Deinterlacing.allCases.map(\.rawValue))
            .flatMap(Deinterlacing.init(rawValue:))
    }

    /// Reads colours of H.273 by their names; nil if none are given.
    static func colour(_ section: ManifestSection) -> Manifest.Colour? {
        guard case .mapping(let mapping) = section["colour"] else {
            _ = section.value("colour", expected: "source or a mapping of primaries, transfer, matrix and range") {
                text in
                text == "source" ? true : nil
            }
            return nil
        }
        let path = "\(section.path).colour"
        guard let given = section.reader.section(.mapping(mapping), at: path) else { return nil }
        func code(_ key: String, _ names: [String: UInt8]) -> UInt8? {
            given.choice(key, of: names.sorted { $0.value < $1.value }.map(\.key)).flatMap { names[$0] }
        }
        var colour = Manifest.Colour()
        colour.primaries = code("primaries", ColourNames.primaries)
        colour.transfer = code("transfer", ColourNames.transfers)
        colour.matrix = code("matrix", ColourNames.matrices)
        colour.isFullRange = given.choice("range", of: ["limited", "full"]).map { $0 == "full" }
        return colour
    }

    private mutating func readContentLight(_ section: ManifestSection) {
        switch section.text("contentLight") {
        case nil: break
        case "source": contentLight = .source
        case "none": contentLight = .none
        case "measure": contentLight = .measure
        default:
            let expected = "source, measure, none or MaxCLL and MaxFALL in cd/m², as in \"1000,400\""
            if let levels = section.value("contentLight", expected: expected, { ContentLight(text: $0) }) {
                contentLight = .levels(levels)
            }
        }
    }
}
