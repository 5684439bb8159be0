package import Media

/// What the scout found in the pictures that the source does not declare, or declares differently later, and what
/// became of the stills. Warnings are made from it.
package struct SourceFindings: Hashable, Sendable, Codable {
    /// Changes of mastering display, light levels or ambient light, in order, each with only the new values. Nil if
    /// nothing changes.
    package var lightChanges: [LightStatement]?
    /// Frames that are flagged as progressive but are not, in order; nil without any.
    package var fields: [FieldStretch]?
    /// What became of the stills that the job wants; nil without any.
    package var stills: [StillFinding]?

    /// Creates findings; nil if there are none.
    package init?(lightChanges: [LightStatement], fields: [FieldStretch], stills: [StillFinding] = []) {
        if lightChanges.isEmpty && fields.isEmpty && stills.isEmpty { return nil }
        self.stills = stills.isEmpty ? nil : stills
        self.lightChanges = lightChanges.isEmpty ? nil : lightChanges
        self.fields = fields.isEmpty ? nil : fields
    }

    /// The changes in a list of statements about light.
    ///
    /// A repeated statement is not a change, and neither is a missing one.
    ///
    /// - Parameters:
    ///   - statements: the statements, in the order of their frames.
    ///   - light: the values at the start of the film if its first frame states none.
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
    /// Why no scout can have written these findings; nil if they are valid.
    var flaw: String? {
        let frames =
            (lightChanges ?? []).map(\.frame) + (fields ?? []).map(\.frames.lowerBound)
            + (stills ?? []).compactMap(\.frame)
        return frames.allSatisfy { (0..<RangeResult.mostFrames).contains($0) }
            ? nil : "it found something before the film"
    }
}
