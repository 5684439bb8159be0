import HEIF
import ISOMedia
import Media

/// What a file says of its primary image, and what else it has.
extension ImageDecoding {
    /// Colour and light of its properties; a grid without colours has those of its tiles.
    var metadata: ColourMetadata {
        ColourMetadata(
            colour: item.colour ?? tiles[0].colour ?? .unspecified,
            masteringDisplay: item.masteringDisplay ?? tiles[0].masteringDisplay,
            contentLight: item.contentLight ?? tiles[0].contentLight
        )
    }

    /// What colours are if the file does not say (ISO/IEC 23000-22, 7.3.6.4): those of sRGB in full range, with the
    /// primaries of the ICC profile.
    var assumedColour: ColourDescription {
        ColourDescription(primaries: profile?.primaries ?? 1, transfer: 13, matrix: 6, isFullRange: true)
    }

    /// The ICC profile of its pictures; nil if there is none that can be used.
    var profile: ICCProfile? {
        guard let bytes = profileBytes, let profile = try? ICCProfile(bytes) else { return nil }
        return profile.obstacle == nil ? profile : nil
    }

    /// Why its ICC profile is not used, if it has one.
    var profileWarnings: [String] {
        guard let bytes = profileBytes else { return [] }
        do throws(MovieError) {
            let obstacle = try ICCProfile(bytes).obstacle
            return obstacle.map { ["its ICC profile is not used: \($0)"] } ?? []
        } catch {
            return ["its ICC profile is not used: \(error.cause)"]
        }
    }

    private var profileBytes: [UInt8]? { item.profile ?? tiles[0].profile }

    /// Items that are not part of the image, one line each.
    var leftovers: [String] {
        let used = Set([item.number] + tiles.map(\.number))
        var lines: [String] = []
        for kind in file.references.map(\.kind).unique where ["thmb", "auxl"].contains(kind) {
            let items = Set(file.references.filter { $0.kind == kind }.map(\.from)).subtracting(used)
            lines.append(counted(items.count, kind == "thmb" ? "thumbnail" : "auxiliary image"))
        }
        let further = file.items.filter { item in
            item.isImage && !item.isHidden && !used.contains(item.number)
                && !file.references.contains { ["thmb", "auxl"].contains($0.kind) && $0.from == item.number }
        }
        if !further.isEmpty { lines.append(counted(further.count, "further image")) }
        if file.items.contains(where: { $0.kind == "Exif" }) { lines.append("Exif metadata") }
        if file.items.contains(where: { $0.contentType == "application/rdf+xml" }) { lines.append("XMP metadata") }
        return lines
    }
}
