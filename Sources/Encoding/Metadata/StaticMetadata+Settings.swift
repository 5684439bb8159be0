package import HEVC
package import Media

extension StaticMetadata {
    /// The SEI messages about a film that is encoded with these settings: in `hvcC`, and in every IDR access unit.
    package init(_ settings: EncoderSettings) {
        self.init(
            masteringDisplay: settings.masteringDisplay,
            contentLight: settings.contentLight,
            preferredTransfer: settings.preferredTransfer,
            ambientViewing: settings.ambientViewing
        )
    }
}
