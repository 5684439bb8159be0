/// Something that libde265 found wrong with a stream, but decoded across.
///
/// A sound stream causes none, so each is a finding of the verification.
package struct DecoderWarning: Hashable, Sendable, Codable {
    /// libde265's number for it, 1000 or more.
    package let code: Int
    /// libde265's words for it.
    package let text: String
    /// The tag of the sample that was being handed over, which may be the one after the sample at fault; nil while
    /// flushing.
    package let tag: Int64?
}
