import Foundation

/// The coding of records: JSON with sorted keys and times as ISO 8601 in UTC.
package enum BenchCoding {
    /// The bytes of a value.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(value))
    }

    /// Decodes a value from bytes.
    package static func value<Value: Decodable>(_: Value.Type = Value.self, of bytes: some Sequence<UInt8>) throws
        -> Value
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: Data(bytes))
    }
}
