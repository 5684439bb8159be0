import HEVC
import Intake
import Media

extension FuzzTarget {
    /// A payload of HDR10+, of an RPU or of a sample, a file of either, or a temporal unit of AV1, by its first byte:
    /// what is read is written as it was read.
    func readDynamicMetadata(_ input: [UInt8]) throws(BrokenProperty) {
        guard let kind = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch kind {
        case 0: try checkHDR10Plus(bytes)
        case 1: try checkUnit(bytes)
        case 3: try checkFile(bytes, .dolbyVision)
        case 4: try checkFile(bytes, .hdr10Plus)
        case 5: try checkTemporalUnit(bytes)
        default: try checkAccessUnit(bytes)
        }
    }

    private func checkHDR10Plus(_ payload: [UInt8]) throws(BrokenProperty) {
        guard let message = try? HDR10PlusMessage(payload: payload) else { return }
        try check((1...3).contains(message.windows.count), "\(message.windows.count) windows")
        try check(HDR10PlusMessage.windowCount(of: payload) == message.windows.count, "another number of windows")
        for matrix in [message.targetedPeaks, message.masteringPeaks].compactMap(\.self) {
            try check(matrix.columnCount * 31 >= matrix.levels.count, "\(matrix.levels.count) peaks")
        }
        _ = (message.oddities, message.profile)
    }

    private func checkUnit(_ payload: [UInt8]) throws(BrokenProperty) {
        guard let unit = try? DolbyVisionUnit(payload: payload) else { return }
        try check(payload.starts(with: unit.payload), "an RPU became another one")
        try check(payload.dropFirst(unit.payload.count).allSatisfy { $0 == 0 }, "more than zeros is dropped")
        let again = try? unit.unit.withRawSpan(DolbyVisionUnit.init(unit:))
        try check(again == unit, "a unit is written as another one")
        let area = try? unit.activeArea()
        let offsets = area.map { [$0.left, $0.right, $0.top, $0.bottom] } ?? []
        try check(offsets.allSatisfy { (0..<8192).contains($0) }, "an active area of \(offsets)")
        if area != nil { try checkReplacedArea(unit) }
        if let converted = try? unit.convertedToBaseLayer() {
            let made = try? DolbyVisionUnit(payload: converted)
            try check(made?.header.profile == 8, "profile 7 becomes \(made?.header.profile.map(String.init) ?? "none")")
            try check((try? made?.levels()) == (try? unit.levels()), "a conversion changes the blocks")
        }
        let brightness = (try? unit.brightness()) ?? nil
        try check(brightness.map { $0.maximum <= 10_000.1 && $0.average >= 0 } ?? true, "a light beyond PQ")
    }

    /// The blocks in which a file is read do not matter, and its payloads can be read.
    private func checkFile(_ file: [UInt8], _ kind: MetadataFile.Kind) throws(BrokenProperty) {
        let whole = try? MetadataFileReader.payloads(in: [file], kind)
        let single = try? MetadataFileReader.payloads(in: file.map { [$0] }, kind)
        try check(whole == single, "the blocks of a file change what is read")
        for payload in whole ?? [] {
            switch kind {
            case .hdr10Plus:
                try check((try? HDR10PlusMessage(payload: payload)) != nil, "a message that cannot be read")
            case .dolbyVision: try check((try? DolbyVisionUnit(payload: payload)) != nil, "an RPU that cannot be read")
            }
        }
    }

    private func checkReplacedArea(_ unit: DolbyVisionUnit) throws(BrokenProperty) {
        let area = DolbyVisionActiveArea(left: 8191, right: 0, top: 1, bottom: 4096)
        let replaced = try? unit.replacingActiveArea { _ in area }
        let made = replaced.flatMap { try? DolbyVisionUnit(payload: $0) }
        try check((try? made?.activeArea()) == area, "another active area is read than was written")
        try check(made?.payload.count == unit.payload.count, "an active area changes the length")
    }

    /// What is found in a temporal unit can be read.
    private func checkTemporalUnit(_ unit: [UInt8]) throws(BrokenProperty) {
        let found = try? unit.withRawSpan { span throws(BitstreamError) in try AccessUnitMetadata(temporalUnit: span) }
        for unit in found?.units ?? [] {
            let read = try? unit.bytes.withRawSpan(DolbyVisionUnit.init(unit:))
            try check(read != nil, "an RPU that cannot be read")
        }
        for message in found?.messages ?? [] {
            try check(RegisteredUserData(payload: message.payload) == .hdr10Plus, "a message of another owner")
        }
    }

    /// What is found in a sample and put into it without that is found there again.
    private func checkAccessUnit(_ sample: [UInt8]) throws(BrokenProperty) {
        let found = try? sample.withRawSpan { span throws(BitstreamError) in try AccessUnitMetadata(sample: span) }
        guard let found, let metadata = try? found.metadata() else { return }
        let plain = (try? sample.withRawSpan(NALUnitFraming.unitsOfSample)) ?? []
        var rest: [UInt8] = []
        for range in plain {
            let unit = Array(sample[range])
            let type = try? unit.withRawSpan(NALUnitHeader.init).type
            let isDropped = type.map { [.prefixSEI, .suffixSEI, .dolbyVisionMetadata].contains($0) } ?? true
            if !isDropped { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &rest) } }
        }
        guard let whole = try? rest.withRawSpan(metadata.inserted(intoSample:)) else { return }
        let again = try? whole.withRawSpan { span throws(BitstreamError) in try AccessUnitMetadata(sample: span) }
        try check(again?.faults(expecting: metadata) == [], "\(again?.faults(expecting: metadata) ?? [])")
        try check(whole.count == rest.count + metadata.insertedByteCount, "another number of bytes is inserted")
    }
}
