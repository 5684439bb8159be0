package import Media

extension VisualSampleEntry {
    /// The colour and light metadata of its boxes.
    package var colourMetadata: ColourMetadata {
        ColourMetadata(
            colour: colour?.colour ?? .unspecified,
            masteringDisplay: masteringDisplay?.display,
            contentLight: contentLight?.light,
            ambientViewing: ambientViewing?.ambient
        )
    }

    /// Its ICC profile, checked; nil if there is none.
    package func readProfile() throws(MovieError) -> ICCProfile? {
        guard let colourProfile else { return nil }
        return try ICCProfile(colourProfile.profile)
    }
}
