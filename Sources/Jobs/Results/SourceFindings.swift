package import Media

/// What the scout found in the pictures that the source does not say of itself, or says otherwise later: warnings come
/// from it.
package struct SourceFindings: Hashable, Sendable, Codable {
    /// Where mastering display, light levels or ambient light change, in order: of each what is new. Nil when they do
    /// not.
    package var lightChanges: [LightStatement]?
    /// Frames that are called progressive and are not, in order; nil when there are none.
    package var fields: [FieldStretch]?

    /// Creates findings; nil for a film of which there is nothing to say.
    package init?(lightChanges: [LightStatement], fields: [FieldStretch]) {
        if lightChanges.isEmpty && fields.isEmpty { return nil }
        self.lightChanges = lightChanges.isEmpty ? nil : lightChanges
        self.fields = fields.isEmpty ? nil : fields
    }

    /// The changes among statements about light.
    ///
    /// What is said again is no change, nor is silence.
    ///
    /// - Parameters:
    ///   - statements: what is said, in the order of their frames.
    ///   - light: what holds at the film's start where its first frame says nothing.
    package static func changes(in statements: [LightStatement], after light: LightMetadata) -> [LightStatement] {
        var holding = light
        var changes: [LightStatement] = []
        for statement in statements {
            if statement.frame > 0 {
                var new = statement.light
                if new.masteringDisplay == holding.masteringDisplay { new.masteringDisplay = nil }
                if new.contentLight == holding.contentLight { new.contentLight = nil }
                if new.ambientViewing == holding.ambientViewing { new.ambientViewing = nil }
                if !new.isSilent { changes.append(LightStatement(frame: statement.frame, light: new)) }
            }
            holding = holding.followed(by: statement.light)
        }
        return changes
    }
}

extension SourceFindings {
    /// Why no scout wrote these; nil when one may have.
    var flaw: String? {
        let frames = (lightChanges ?? []).map(\.frame) + (fields ?? []).map(\.frames.lowerBound)
        return frames.allSatisfy { (0..<RangeResult.mostFrames).contains($0) }
            ? nil : "it found something before the film"
    }
}
