/// What an audio or subtitle track is for. A track without a role is an ordinary one.
///
/// The raw values are those of the roles of DASH (ISO/IEC 23009-1 5.8.5.5), which `kind` boxes hold.
package enum TrackRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Remarks about the film.
    case commentary
    /// A description of the pictures for those who do not see them.
    case description
    /// For those who hear badly or not at all.
    case caption
    /// A translation of the speech.
    case dub
    /// Subtitles that are shown even if nobody selects them.
    case forcedSubtitle = "forced-subtitle"
}
