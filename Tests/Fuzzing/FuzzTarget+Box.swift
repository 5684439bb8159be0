import HEIF
import ISOMedia

extension FuzzTarget {
    /// Every box that is read, and the two kinds of sample entry.
    private var boxTypes: [any Box.Type] {
        [
            FileTypeBox.self, MovieHeaderBox.self, TrackHeaderBox.self, EditListBox.self, MediaHeaderBox.self,
            HandlerBox.self, QuickTimeHandlerBox.self, VideoMediaHeaderBox.self, SoundMediaHeaderBox.self,
            DataReferenceBox.self, SampleDescriptionBox.self, HEVCConfigurationBox.self, AVCConfigurationBox.self,
            ColourInformationBox.self,
            MasteringDisplayBox.self, ContentLightBox.self, AmbientViewingBox.self, CleanApertureBox.self,
            PixelAspectBox.self, BitRateBox.self, ElementaryStreamBox.self, AC3SpecificBox.self,
            EnhancedAC3SpecificBox.self,
            TimeToSampleBox.self, CompositionOffsetBox.self, CompositionShiftBox.self, SampleToChunkBox.self,
            SampleSizeBox.self, ChunkOffsetBox.self, LargeChunkOffsetBox.self, SyncSampleBox.self,
            SampleDependencyBox.self, SampleGroupDescriptionBox.self, SampleToGroupBox.self,
            CompactSampleToGroupBox.self,
            TrackReferenceBox.self, NullMediaHeaderBox.self, BaseMediaInformationBox.self,
            TimecodeMediaInformationBox.self, ALACSpecificBox.self, FLACSpecificBox.self, OpusSpecificBox.self,
            PCMConfigurationBox.self, ChannelLayoutBox.self, QuickTimeChannelLayoutBox.self, ChapterListBox.self,
            LocationBox.self, MetadataKeysBox.self, MetadataListBox.self, MetadataDataBox.self,
            PrimaryItemBox.self, ItemEntryBox.self, ItemInformationBox.self, ItemLocationBox.self,
            ItemReferenceBox.self, ItemPropertyBox.self, ItemPropertyAssociationBox.self, ItemDataBox.self,
            ImageExtentBox.self, PixelInformationBox.self, ImageRotationBox.self, ImageMirrorBox.self,
            AuxiliaryTypeBox.self, CodingConstraintsBox.self,
        ]
    }

    /// What is read of a box and written again is read as the same.
    func readBox(_ input: [UInt8]) throws(BrokenProperty) {
        guard input.count >= 4 else { return }
        let type = FourCC(rawValue: input.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        for box in boxTypes where box.type == type { try roundTrip(box, input.dropFirst(4)) }
    }

    private func roundTrip<Content: Box>(_ type: Content.Type, _ payload: ArraySlice<UInt8>) throws(BrokenProperty) {
        guard let box = try? Content(payload: payload) else { return }
        try checkSame(box)
        for entry in (box as? SampleDescriptionBox)?.entries ?? [] {
            if let visual = try? VisualSampleEntry(entry) {
                try checkSame(visual)
                if let profile = try? visual.readProfile() {
                    try check(profile.bytes == visual.colourProfile?.profile, "a profile became another one")
                    _ = "\(profile) \(profile.obstacle ?? "")"
                }
            }
            _ = try? AudioSampleEntry(entry)
        }
        if let table = box as? CompactSampleToGroupBox {
            let expanded = table.expanded(limit: 1000)
            try check(expanded.sampleCount <= 1000, "a limit of 1000 samples gives \(expanded.sampleCount)")
        }
    }

    private func checkSame<Content: Box>(_ box: Content) throws(BrokenProperty) {
        let bytes = box.bytes
        let again: Content
        do {
            again = try Content(payload: bytes.dropFirst(8))
        } catch {
            throw BrokenProperty(description: "'\(Content.type)' is written as what cannot be read: \(error.cause)")
        }
        try check(again == box, "'\(Content.type)' is written as something else: \(box) became \(again)")
    }

    /// All but the boxes that are known by their type only, and those that could not be read.
    private func checkSame(_ entry: VisualSampleEntry) throws(BrokenProperty) {
        var known = entry
        (known.otherBoxes, known.faults) = ([], [])
        let again = try? VisualSampleEntry(known.entry)
        try check(again == known, "\(known) became \(again.debugDescription)")
    }
}
