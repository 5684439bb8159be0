import Media
import Testing

@Suite("Numbers as text")
struct WordsTests {
    @Test(
        "bytes have a fitting unit, and are never 0 of a larger one",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (12_345, "12.3 kB"),
            (4_560_000, "4.56 MB"), (1_234_000_000, "1.234 GB"), (1_999_999_999, "2.000 GB"),
            (Int64.max, "9223372.037 TB"), (-5, "0 bytes"),
        ] as [(Int64, String)]
    )
    func bytes(count: Int64, text: String) {
        #expect("\(ByteSize(count))" == text)
    }

    @Test("the singular has no s")
    func counts() {
        #expect([0, 1, 2].map { counted($0, "range") } == ["0 ranges", "1 range", "2 ranges"])
        #expect(counted(2, "stretch", plural: "stretches") == "2 stretches")
        #expect(counted(1, "stretch", plural: "stretches") == "1 stretch")
    }
}
