import HEIF
import ISOMedia

/// An inspected image file as JSON.
struct InspectedImage: Encodable {
    /// Its items.
    let image: ImageFileDescription
    /// Its movie; nil if it is no sequence.
    let sequence: MovieDescription?
}
