package import Media

/// `udta` of a track (ISO/IEC 14496-12 8.10.1): its name, and a `kind` box (8.10.4) for each of its roles.
package struct TrackUserDataBox: Box {
    /// `udta`
    package static let type: FourCC = "udta"
    /// The scheme of the roles of DASH (ISO/IEC 23009-1 5.8.5.5).
    private static let scheme = "urn:mpeg:dash:role:2011"

    /// Name of the track; nil if it has none.
    package var name: String?
    /// What the track is for.
    package var roles: [TrackRole] = []

    /// Creates a box.
    package init(name: String? = nil, roles: [TrackRole] = []) {
        self.name = name
        self.roles = roles
    }

    /// Reads the payload. Programs write anything into user data: other boxes are ignored, and so is everything after
    /// the first damaged one.
    package init(from reader: inout BoxReader) throws(MovieError) {
        while let (type, payload) = try? reader.child() {
            switch type {
            case "name": name = String(validating: payload.prefix { $0 != 0 }, as: UTF8.self)
            case "kind":
                // Version and flags come first.
                let words = payload.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false)
                guard words.count > 1, words[0].elementsEqual(Self.scheme.utf8) else { continue }
                if let role = TrackRole(rawValue: String(decoding: words[1], as: UTF8.self)) { roles.append(role) }
            default: continue
            }
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        if let name { writer.box("name") { $0.append(name.utf8) } }
        for role in roles {
            writer.box("kind") { kind in
                kind.fullBox(version: 0)
                for word in [Self.scheme, role.rawValue] {
                    kind.append(word.utf8)
                    kind.u8(0)
                }
            }
        }
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { name == nil && roles.isEmpty }
}
