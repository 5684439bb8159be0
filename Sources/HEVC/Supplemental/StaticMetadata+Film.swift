package import Media

extension StaticMetadata {
    /// The SEI messages about a film with this colour and light: in `hvcC`, and in every IDR access unit.
    package init(_ film: ColourMetadata) {
        self.init(
            masteringDisplay: film.masteringDisplay,
            contentLight: film.contentLight,
            preferredTransfer: film.preferredTransfer,
            ambientViewing: film.ambientViewing
        )
    }
}
