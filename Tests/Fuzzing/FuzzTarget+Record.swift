import Storage

extension FuzzTarget {
    /// A record of a store, behind a checksum that is right: what is read is written as it was.
    ///
    /// The first byte is the layout, the rest are the fields.
    func readRecord(_ input: [UInt8]) throws(BrokenProperty) {
        guard let layout = input.first.flatMap(StoreInspection.RecordLayout.init(rawValue:)) else { return }
        let fields = Array(input.dropFirst())
        guard let again = StoreInspection.rewritten(fields, as: layout) else { return }
        try check(again == fields, "fields of a \(layout) record became \(again)")
    }
}
