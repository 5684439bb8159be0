package import Media

extension X265Options {
    /// The options for temporal levels in addition to the common ones; none for a single level.
    ///
    /// - Parameter mostLevels: the maximum of the library. If it is two, the option only switches levels on or off.
    package static func levels(_ settings: EncoderSettings, mostLevels: Int) -> [X265Option] {
        guard settings.temporalLevels > 1, let pyramid = TemporalPyramid(levels: settings.temporalLevels) else {
            return []
        }
        let interval = LevelStructure.keyFrameInterval(pyramid, atMost: settings.keyFrameInterval)
        return [
            X265Option("temporal-layers", mostLevels > 2 ? "\(pyramid.levels)" : "1"),
            X265Option("bframes", "\(LevelStructure.miniGroupLength(pyramid) - 1)"),
            X265Option("b-adapt", "0"),
            X265Option("b-pyramid", "1"),
            X265Option("scenecut", "0"),
            X265Option("keyint", "\(interval)"),
            X265Option("min-keyint", "\(interval)"),
        ]
    }

    /// Pictures that the lookahead must see: two mini-GOPs, so that cutree sees what refers to the nearer one. With
    /// fewer than one, libx265 would shorten mini-GOPs. 0 for a single level: the preset decides.
    package static func lookahead(_ settings: EncoderSettings) -> Int {
        guard settings.temporalLevels > 1, let pyramid = TemporalPyramid(levels: settings.temporalLevels) else {
            return 0
        }
        return 2 * LevelStructure.miniGroupLength(pyramid)
    }
}
