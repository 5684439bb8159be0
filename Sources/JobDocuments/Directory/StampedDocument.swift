/// A document with the number of the lease that it is written under: a key beside its own, `epoch`, which those who
/// read the document alone know nothing of.
package struct StampedDocument<Document: Encodable>: Encodable {
    /// What is written.
    let document: Document
    /// Number of the lease; nil leaves the key out.
    let epoch: Int?

    /// Stamps a document.
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
