import Testing

@testable import ISOMedia

/// Checks that a box is read as it was written, that its header has its size and type, that fields of a newer edition
/// after it are ignored, and that every truncation is an error or a shorter value, never a crash.
func expectRoundTrip<Content: Box>(
    _ box: Content,
    bytes expected: String? = nil,
    endsOpen: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let bytes = box.bytes
    if let expected { #expect(bytes == Fixture.bytes(expected), sourceLocation: sourceLocation) }
    var reader = BoxReader("test", bytes)
    let child = try #require(try reader.child(), sourceLocation: sourceLocation)
    #expect(child.type == Content.type, sourceLocation: sourceLocation)
    #expect(reader.remaining == 0, sourceLocation: sourceLocation)
    #expect(try Content(payload: child.payload) == box, sourceLocation: sourceLocation)
    if !endsOpen {
        #expect(try Content(payload: (child.payload + [1, 2, 3])[...]) == box, sourceLocation: sourceLocation)
        for count in 0..<child.payload.count {
            let cut = try? Content(payload: child.payload.prefix(count))
            #expect(cut != box, sourceLocation: sourceLocation)
        }
    }
}
