/// A document with an additional key `epoch`, the number of the lease under which it is written. Readers of the
/// document alone ignore that key.
package struct StampedDocument<Document: Encodable>: Encodable {
    /// The document.
    let document: Document
    /// Number of the lease; nil leaves the key out.
    let epoch: Int?

    /// Adds a lease number to a document.
    package init(document: Document, epoch: Int?) {
        self.document = document
        self.epoch = epoch
    }

    private enum CodingKeys: String, CodingKey { case epoch }

    package func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(epoch, forKey: .epoch)
    }
}
