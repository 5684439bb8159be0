/// ICC profiles of a few hundred bytes, made by hand.
package struct HandmadeProfile: Sendable {
    /// Class of the device.
    package var deviceClass = "mntr"
    /// Colours that the profile describes.
    package var colourSpace = "RGB "
    /// Colours that it leads to.
    package var connectionSpace = "XYZ "
    /// Major version, which also decides how the name is written: 2 in ASCII, 4 in UTF-16.
    package var version: UInt8 = 4
    /// What it calls itself.
    package var name: String
    /// Further bytes of a tag that nobody knows.
    package var extraByteCount = 40

    /// Describes a profile of a display.
    package init(_ name: String) { self.name = name }

    /// The profile: header, table of three tags, and what they hold.
    package var bytes: [UInt8] {
        let description = version < 4 ? ascii : localized
        let white = tag("XYZ ") + number(0xF6D6) + number(0x10000) + number(0xD32D)
        let extra = tag("data") + (0..<extraByteCount).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let contents: [(String, [UInt8])] = [("desc", description), ("wtpt", white), ("priv", extra)]
        var table = number(contents.count)
        var body: [UInt8] = []
        for (name, bytes) in contents {
            table += Array(name.utf8) + number(128 + 4 + contents.count * 12 + body.count) + number(bytes.count)
            body += bytes
            while body.count % 4 != 0 { body.append(0) }
        }
        let size = 128 + table.count + body.count
        var header = number(size) + [0, 0, 0, 0, version, 0x30, 0, 0] + Array(deviceClass.utf8)
        header += Array(colourSpace.utf8) + Array(connectionSpace.utf8) + Array(repeating: 0, count: 12)
        header += Array("acsp".utf8)
        return header + Array(repeating: 0, count: 128 - header.count) + table + body
    }

    /// The profile as a `colr` box of a kind.
    package func box(_ kind: String = "prof") -> [UInt8] { HandmadeProfile.box("colr", Array(kind.utf8) + bytes) }

    /// A box.
    package static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        HandmadeProfile("").number(payload.count + 8) + Array(type.utf8) + payload
    }

    private var ascii: [UInt8] { tag("desc") + number(name.utf8.count + 1) + Array(name.utf8) + [0] }

    /// In two languages, of which the second is English.
    private var localized: [UInt8] {
        let texts = ["Nom", name].map { $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        return tag("mluc") + number(2) + number(12) + Array("frFR".utf8) + number(texts[0].count) + number(40)
            + Array("enUS".utf8) + number(texts[1].count) + number(40 + texts[0].count) + texts[0] + texts[1]
    }

    private func tag(_ type: String) -> [UInt8] { Array(type.utf8) + [0, 0, 0, 0] }

    private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
