extension VisualSampleEntry {
    /// Reads an entry of a sample description. Throws if its own fields are cut off. A damaged box inside it is left
    /// out, with a line in `faults`. Of several boxes of a kind the first is used: by the standard the preferred `colr`
    /// comes first.
    package init(_ entry: SampleDescriptionBox.Entry) throws(MovieError) {
        var reader = BoxReader(entry.format, entry.payload)
        try reader.skip(8 + 16)
        let width = try reader.u16()
        self.init(width: width, height: try reader.u16())
        format = entry.format
        try reader.skip(4 + 4 + 4 + 2)
        let name = try reader.take(32)
        let text = name.dropFirst().prefix(Int(min(name.first ?? 0, 31)))
        compressorName = String(validating: text, as: UTF8.self) ?? ""
        try reader.skip(4)
        do {
            while let child = try reader.child() { read(child.type, child.payload) }
        } catch {
            faults.append("\(error.subject): \(error.cause)")
        }
    }

    /// Type of the box without which the samples cannot be decoded, if it is missing (ISO/IEC 14496-15 5.4.2 and 8.4.1;
    /// AV1 and VP9 in ISO base media files). A damaged `hvcC` or `avcC` is not missing: it has a line in `faults`.
    var missingConfiguration: FourCC? {
        guard let type = Self.configurations[format] else { return nil }
        let isThere =
            switch type {
            case HEVCConfigurationBox.type: hevc != nil || !faults.isEmpty
            case AVCConfigurationBox.type: avc != nil || !faults.isEmpty
            default: otherBoxes.contains(type)
            }
        return isThere ? nil : type
    }

    private static let configurations: [FourCC: FourCC] = [
        "hvc1": "hvcC", "hev1": "hvcC", "avc1": "avcC", "avc3": "avcC", "av01": "av1C", "vp08": "vpcC", "vp09": "vpcC",
    ]

    private mutating func read(_ type: FourCC, _ payload: ArraySlice<UInt8>) {
        switch type {
        case HEVCConfigurationBox.type: read(\.hevc, payload)
        case AVCConfigurationBox.type: read(\.avc, payload)
        case ColourInformationBox.type: readColour(payload)
        case MasteringDisplayBox.type: read(\.masteringDisplay, payload)
        case ContentLightBox.type: read(\.contentLight, payload)
        case AmbientViewingBox.type: read(\.ambientViewing, payload)
        case CleanApertureBox.type: read(\.cleanAperture, payload)
        case PixelAspectBox.type: read(\.pixelAspect, payload)
        case BitRateBox.type: read(\.bitRate, payload)
        case CodingConstraintsBox.type: read(\.constraints, payload)
        case _ where DolbyVisionBox.types.contains(type): readDolbyVision(type, payload)
        default: otherBoxes.append(type)
        }
    }

    private mutating func readDolbyVision(_ type: FourCC, _ payload: ArraySlice<UInt8>) {
        guard dolbyVision == nil else { return }
        do {
            dolbyVision = try DolbyVisionBox(type: type, payload: payload)
        } catch {
            faults.append("\(error.subject): \(error.cause)")
        }
    }

    private mutating func readColour(_ payload: ArraySlice<UInt8>) {
        guard let box = parse(ColourInformationBox.self, payload) else { return }
        switch box.kind {
        case "nclx", "nclc": if colour == nil { colour = box }
        case "prof", "rICC": if colourProfile == nil { colourProfile = box }
        default: otherBoxes.append(ColourInformationBox.type)
        }
    }

    /// Reads a box into its property unless that is already set.
    private mutating func read<Content: Box>(
        _ place: WritableKeyPath<VisualSampleEntry, Content?>,
        _ payload: ArraySlice<UInt8>
    ) {
        guard self[keyPath: place] == nil else { return }
        self[keyPath: place] = parse(Content.self, payload)
    }

    private mutating func parse<Content: Box>(_ type: Content.Type, _ payload: ArraySlice<UInt8>) -> Content? {
        do {
            return try Content(payload: payload)
        } catch {
            faults.append("\(error.subject): \(error.cause)")
            return nil
        }
    }
}
