package import Media

extension X265Options {
    /// What temporal levels ask for beyond the common options; nothing for a single one.
    ///
    /// - Parameter mostLevels: what the library can make. One that can make two knows levels only as on and off.
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

    /// Pictures that the lookahead must see: two mini-GOPs, so that cutree knows what the nearer one is used for. Fewer
    /// than one would make libx265 cut mini-GOPs short. 0 for a single level: the preset decides.
    package static func lookahead(_ settings: EncoderSettings) -> Int {
        guard settings.temporalLevels > 1, let pyramid = TemporalPyramid(levels: settings.temporalLevels) else {
            return 0
        }
        return 2 * LevelStructure.miniGroupLength(pyramid)
    }
}
