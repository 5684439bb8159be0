package import Media

/// Counts the dynamic HDR metadata in the access units of a film, and finds what cannot be carried.
package struct DynamicMetadataTally {
    private var found = DynamicMetadataSummary()
    /// Access units that could not be read. They matter only in films with metadata.
    private var unread: [String] = []
    private var last = DynamicMetadata()
    private var profiles: Set<UInt8> = []
    private var messageProfiles: Set<HDR10PlusMessage.Profile> = []
    private var others: Set<RegisteredUserData> = []

    /// Phrases of a kind that are kept.
    private static let mostPhrases = 4

    /// Starts to count.
    package init() {}

    /// Takes the next access unit, which could not be read.
    package mutating func add(_ error: BitstreamError) {
        found.pictureCount += 1
        let words = Self.words(error, found.pictureCount)
        if unread.count < Self.mostPhrases { unread.append(words) }
    }

    /// Takes the next access unit.
    package mutating func add(_ unit: AccessUnitMetadata) {
        found.pictureCount += 1
        others.formUnion(unit.strangers)
        guard !unit.isEmpty else { return }
        if !unit.messages.isEmpty { found.hdr10PlusCount += 1 }
        if !unit.units.isEmpty { found.dolbyVisionCount += 1 }
        do throws(BitstreamError) {
            look(at: try unit.metadata())
        } catch {
            note(error, in: unit.units.isEmpty ? \.hdr10PlusObstacles : \.dolbyVisionObstacles)
        }
    }

    /// Takes the metadata of the next picture.
    package mutating func add(_ metadata: DynamicMetadata) {
        found.pictureCount += 1
        if metadata.hdr10Plus != nil { found.hdr10PlusCount += 1 }
        if metadata.dolbyVision != nil { found.dolbyVisionCount += 1 }
        look(at: metadata)
    }

    private mutating func look(at metadata: DynamicMetadata) {
        if let payload = metadata.hdr10Plus, payload != last.hdr10Plus { add(message: payload) }
        if let payload = metadata.dolbyVision, payload != last.dolbyVision { add(rpu: payload) }
        last = metadata
    }

    private mutating func add(message payload: [UInt8]) {
        do throws(BitstreamError) {
            let message = try HDR10PlusMessage(payload: payload)
            found.windowCount = max(found.windowCount, message.windows.count)
            if let profile = message.profile { messageProfiles.insert(profile) }
            for words in message.oddities { note("HDR10+: \(words)", in: \.oddities) }
        } catch {
            // It is carried unread; its windows are counted where a crop needs them.
            found.windowCount = max(found.windowCount, HDR10PlusMessage.windowCount(of: payload) ?? 0)
            note("HDR10+: a message cannot be read (\(error.words))", in: \.oddities)
        }
    }

    private mutating func add(rpu payload: [UInt8]) {
        do throws(BitstreamError) {
            let unit = try DolbyVisionUnit(payload: payload)
            if let profile = unit.header.profile { profiles.insert(profile) }
            for dependence in unit.header.dependences {
                let words = "picture \(found.pictureCount) has an RPU that needs others: \(dependence.words)"
                note(words, in: \.dolbyVisionObstacles)
            }
            guard unit.header.dependences.isEmpty else { return }
            if let area = try unit.activeArea(), !area.isWhole { found.hasActiveArea = true }
            if unit.header.profile == 7, try !unit.hasMinimalEnhancement() { found.hasFullEnhancement = true }
        } catch {
            found.hasUnreadableArea = true
            note("Dolby Vision: the active area of an RPU cannot be read (\(error.words))", in: \.oddities)
        }
    }

    private mutating func note(
        _ error: BitstreamError,
        in list: WritableKeyPath<DynamicMetadataSummary, [String]>
    ) {
        note(Self.words(error, found.pictureCount), in: list)
    }

    private static func words(_ error: BitstreamError, _ picture: Int) -> String {
        "picture \(picture) in decoding order is damaged: \(error.words)"
    }

    private mutating func note(_ words: String, in list: WritableKeyPath<DynamicMetadataSummary, [String]>) {
        guard found[keyPath: list].count < Self.mostPhrases, !found[keyPath: list].contains(words) else { return }
        found[keyPath: list].append(words)
    }

    /// What was found; nil if there is nothing to report.
    package var summary: DynamicMetadataSummary? {
        var summary = found
        summary.dolbyVisionProfiles = profiles.sorted()
        summary.hdr10PlusProfiles = messageProfiles.map(\.rawValue).sorted()
        if summary.hasHDR10Plus { summary.hdr10PlusObstacles += unread }
        if summary.hasDolbyVision { summary.dolbyVisionObstacles += unread }
        summary.others = others.map(\.name).sorted()
        return summary.isEmpty ? nil : summary
    }
}
