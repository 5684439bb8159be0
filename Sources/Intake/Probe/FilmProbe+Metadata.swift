import HEVC
package import Media

extension FilmProbe {
    /// The source with dynamic HDR metadata from files in place of that of its packets, kind by kind.
    ///
    /// - Parameter files: paths by kind.
    /// - Precondition: the source is a whole film.
    /// - Throws: if a file cannot be read, and if its entries are not as many as the frames of the film.
    package static func attaching(
        _ files: [MetadataFile.Kind: String],
        to whole: SourceDescription
    ) throws(IntakeError) -> SourceDescription {
        var source = whole
        var found: [MetadataFile] = []
        for kind in MetadataFile.Kind.allCases {
            guard let path = files[kind] else { continue }
            let (file, summary) = try described(kind, path)
            let (entries, frames) = (summary.pictureCount, whole.video.timeline.count)
            guard entries == frames else {
                throw IntakeError(
                    .unlike,
                    attempted: "use the dynamic HDR metadata of a file",
                    subject: file.path,
                    cause: "it has \(counted(entries, "entry", plural: "entries")), and the film has "
                        + "\(counted(frames, "frame")) before anything is cut",
                    remedy: "give the file that was made for this film"
                )
            }
            source.video.take(summary, of: kind)
            found.append(file)
        }
        source.metadataFiles = files.isEmpty ? nil : found
        return source
    }

    /// A file, and what it has.
    private static func described(
        _ kind: MetadataFile.Kind,
        _ path: String
    ) throws(IntakeError) -> (MetadataFile, DynamicMetadataSummary) {
        var tally = DynamicMetadataTally()
        do {
            let file = try MetadataFileReader(kind, path: path).forEachEntry { payload in
                tally.add(
                    DynamicMetadata(
                        hdr10Plus: kind == .hdr10Plus ? payload : nil,
                        dolbyVision: kind == .dolbyVision ? payload : nil
                    )
                )
            }
            return (file, tally.summary ?? DynamicMetadataSummary())
        } catch let error as IntakeError {
            throw error
        } catch {
            fatalError("a file of metadata failed otherwise: \(error)")
        }
    }
}

extension VideoTrack {
    /// Replaces what the packets have of a kind by what a file has.
    fileprivate mutating func take(_ file: DynamicMetadataSummary, of kind: MetadataFile.Kind) {
        var summary = dynamicMetadata ?? DynamicMetadataSummary()
        summary.pictureCount = file.pictureCount
        summary.oddities += file.oddities
        switch kind {
        case .hdr10Plus:
            summary.hdr10PlusCount = file.hdr10PlusCount
            summary.hdr10PlusProfiles = file.hdr10PlusProfiles
            summary.windowCount = file.windowCount
            summary.hdr10PlusObstacles = file.hdr10PlusObstacles
        case .dolbyVision:
            summary.dolbyVisionCount = file.dolbyVisionCount
            summary.dolbyVisionProfiles = file.dolbyVisionProfiles
            summary.hasActiveArea = file.hasActiveArea
            summary.hasUnreadableArea = file.hasUnreadableArea
            summary.hasFullEnhancement = file.hasFullEnhancement
            summary.dolbyVisionObstacles = file.dolbyVisionObstacles
            dolbyVision = record(of: file.dolbyVisionProfiles)
            if dolbyVision == nil {
                let profiles = file.dolbyVisionProfiles.map(String.init).joined(separator: ", ")
                summary.dolbyVisionObstacles.append("its RPUs are of profile \(profiles), not of 7 or 8 alone")
            }
        }
        dynamicMetadata = summary
    }

    /// The record for RPUs of a file, which do not state their compatibility: that of the pictures' transfer.
    private func record(of profiles: [UInt8]) -> DolbyVision? {
        guard profiles.count == 1, let profile = profiles.first else { return nil }
        let compatibility: UInt8 =
            switch self.preferredTransfer ?? self.colour.transfer {
            case 16: 1
            case 18: 4
            default: 2
            }
        return switch profile {
        case 7: DolbyVision(profile: 7, level: 1, hasEnhancementLayer: true, compatibility: 6)
        case 8: DolbyVision(profile: 8, level: 1, compatibility: compatibility)
        default: nil
        }
    }
}
