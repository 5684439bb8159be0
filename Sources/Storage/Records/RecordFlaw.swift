/// The fault of a stored record.
enum RecordFlaw: Error, Hashable, CustomStringConvertible {
    /// It ends before its fields do.
    case truncated
    /// Its bytes are not those that were written.
    case wrongChecksum
    /// It was written in another layout.
    case unknownVersion(UInt8)
    /// It continues after its last field.
    case trailingBytes
    /// A field has a value that no writer writes.
    case impossible(String)

    var description: String {
        switch self {
        case .truncated: "the record is too short"
        case .wrongChecksum: "the record's checksum does not match its bytes"
        case .unknownVersion(let version): "the record has the unknown version \(version)"
        case .trailingBytes: "the record is too long"
        case .impossible(let field): "the record has an impossible \(field)"
        }
    }
}
