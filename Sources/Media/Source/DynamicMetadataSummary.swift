/// What the packets of a video track say about dynamic HDR metadata: a count over all pictures of the file.
package struct DynamicMetadataSummary: Hashable, Sendable, Codable {
    /// Pictures whose packets were read.
    package var pictureCount: Int
    /// Pictures with a message of HDR10+ of their own.
    package var hdr10PlusCount: Int
    /// Pictures with a Dolby Vision RPU.
    package var dolbyVisionCount: Int
    /// Profiles of the HDR10+ messages, `A` or `B`; messages of neither are left out.
    package var hdr10PlusProfiles: [String]
    /// Most windows that a message of HDR10+ has; 0 without messages.
    package var windowCount: Int
    /// Profiles of the RPUs by their own fields: 4, 5, 7 or 8.
    package var dolbyVisionProfiles: [UInt8]
    /// Whether an RPU states an active area that is not the whole picture.
    package var hasActiveArea: Bool
    /// Whether it is unknown of an RPU what area it states.
    package var hasUnreadableArea: Bool
    /// Whether an RPU belongs to an enhancement layer that changes the picture: an FEL.
    package var hasFullEnhancement: Bool
    /// Why HDR10+ cannot be carried, one phrase each; empty if it can.
    package var hdr10PlusObstacles: [String]
    /// Why Dolby Vision cannot be carried, one phrase each; empty if it can.
    package var dolbyVisionObstacles: [String]
    /// What validators object to, one phrase each. It is carried all the same.
    package var oddities: [String]
    /// Messages of others, by name, as in "closed captions". They are never carried.
    package var others: [String]

    /// Creates a summary; of no pictures by default.
    package init(
        pictureCount: Int = 0,
        hdr10PlusCount: Int = 0,
        dolbyVisionCount: Int = 0,
        hdr10PlusProfiles: [String] = [],
        windowCount: Int = 0,
        dolbyVisionProfiles: [UInt8] = [],
        hasActiveArea: Bool = false,
        hasUnreadableArea: Bool = false,
        hasFullEnhancement: Bool = false,
        hdr10PlusObstacles: [String] = [],
        dolbyVisionObstacles: [String] = [],
        oddities: [String] = [],
        others: [String] = []
    ) {
        self.pictureCount = pictureCount
        self.hdr10PlusCount = hdr10PlusCount
        self.dolbyVisionCount = dolbyVisionCount
        self.hdr10PlusProfiles = hdr10PlusProfiles
        self.windowCount = windowCount
        self.dolbyVisionProfiles = dolbyVisionProfiles
        self.hasActiveArea = hasActiveArea
        self.hasUnreadableArea = hasUnreadableArea
        self.hasFullEnhancement = hasFullEnhancement
        self.hdr10PlusObstacles = hdr10PlusObstacles
        self.dolbyVisionObstacles = dolbyVisionObstacles
        self.oddities = oddities
        self.others = others
    }

    /// Whether the track has HDR10+, readable or not.
    package var hasHDR10Plus: Bool { hdr10PlusCount > 0 || !hdr10PlusObstacles.isEmpty }

    /// Whether its pictures have Dolby Vision, readable or not.
    package var hasDolbyVision: Bool { dolbyVisionCount > 0 || !dolbyVisionObstacles.isEmpty }

    /// Whether there is nothing to report.
    package var isEmpty: Bool { !hasHDR10Plus && !hasDolbyVision && others.isEmpty }
}

extension DynamicMetadataSummary {
    /// One line for each kind, as in "HDR10+ profile A in 259 of 259 pictures".
    package var lines: [String] {
        var lines: [String] = []
        if hasHDR10Plus {
            let profile = hdr10PlusProfiles.isEmpty ? "" : " profile \(hdr10PlusProfiles.joined(separator: " and "))"
            lines.append("HDR10+\(profile)" + share(hdr10PlusCount))
        }
        if hasDolbyVision {
            let profiles = dolbyVisionProfiles.map(String.init).joined(separator: " and ")
            let words = profiles.isEmpty ? "" : " of profile \(profiles)"
            lines.append("Dolby Vision\(words)" + share(dolbyVisionCount))
        }
        return lines + (hdr10PlusObstacles + dolbyVisionObstacles).map { "it cannot be carried: \($0)" } + oddities
    }

    private func share(_ count: Int) -> String {
        pictureCount == 0 ? "" : " in \(count) of \(counted(pictureCount, "picture"))"
    }
}
