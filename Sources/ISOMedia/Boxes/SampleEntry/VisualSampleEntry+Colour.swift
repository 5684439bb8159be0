package import Media

extension VisualSampleEntry {
    /// What its boxes say of colour and light.
    package var colourMetadata: ColourMetadata {
        ColourMetadata(
            colour: colour?.colour ?? .unspecified,
            masteringDisplay: masteringDisplay?.display,
            contentLight: contentLight?.light,
            ambientViewing: ambientViewing?.ambient
        )
    }

    /// Its ICC profile, checked; nil without one.
    package func readProfile() throws(MovieError) -> ICCProfile? {
        guard let colourProfile else { return nil }
        return try ICCProfile(colourProfile.profile)
    }
}
