/// `mebx`: the sample entry of metadata that belongs to times of a film, with its own list of keys (Apple, QuickTime
/// File Format, "Timed Metadata Media").
package struct TimedMetadataSampleEntry: Hashable, Sendable {
    /// A key with the type of its values.
    package struct Key: Hashable, Sendable {
        /// Its name in the namespace `mdta`: a reverse domain name.
        package var name: String
        /// The type of its values: a number of the well-known types.
        package var valueType: UInt32

        /// Creates a key.
        package init(_ name: String, valueType: UInt32) {
            self.name = name
            self.valueType = valueType
        }
    }

    /// Type of the entry.
    package static let format: FourCC = "mebx"
    /// A well-known type: a signed integer of 8 bits.
    package static let signedByte: UInt32 = 65
    /// What marks the moment of a still in its movie: the time of the only sample. Its value has no meaning.
    package static let stillImageTime = TimedMetadataSampleEntry(
        keys: [Key("com.apple.quicktime.still-image-time", valueType: signedByte)]
    )

    /// The keys; samples refer to them by number from 1.
    package var keys: [Key]

    /// Creates an entry.
    package init(keys: [Key]) { self.keys = keys }

    /// The entry as bytes.
    package var entry: SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.box(MetadataKeysBox.type) { list in
            for (index, key) in keys.enumerated() {
                list.box(FourCC(rawValue: UInt32(index + 1))) { box in
                    box.box("keyd") { field in
                        field.fourCC("mdta")
                        field.append(key.name.utf8)
                    }
                    box.box("dtyp") { field in
                        field.u32(0)
                        field.u32(key.valueType)
                    }
                }
            }
        }
        return SampleDescriptionBox.Entry(format: Self.format, payload: writer.bytes)
    }

    /// A sample with one value.
    ///
    /// - Parameter key: number of the key, from 1.
    package static func sample(key: UInt32, value: [UInt8]) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(FourCC(rawValue: key)) { $0.append(value) }
        return writer.bytes
    }
}
