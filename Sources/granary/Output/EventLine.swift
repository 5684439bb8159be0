/// A line of `--progress json`: an event with the job that it is about.
struct EventLine<Event: Encodable>: Encodable {
    /// Id of the job; of the one that makes the first film, if it makes several. Nil if a manifest became no job.
    let jobID: String?
    /// Path of a manifest that became no job; nil for the others.
    var manifest: String?
    /// The event.
    let event: Event

    private enum CodingKeys: String, CodingKey { case jobID, manifest }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(jobID, forKey: .jobID)
        try container.encodeIfPresent(manifest, forKey: .manifest)
    }
}
