/// A fault of a stream that did not stop libde265.
///
/// A correct stream causes no warnings, so each is a finding of the verification.
package struct DecoderWarning: Hashable, Sendable, Codable {
    /// libde265's warning code, 1000 or more.
    package let code: Int
    /// libde265's text.
    package let text: String
    /// Tag of the sample that was being decoded, which may follow the faulty one; nil during `flush`.
    package let tag: Int64?
}
