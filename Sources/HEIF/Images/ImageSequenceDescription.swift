package import ISOMedia
import Media

/// The items of an image sequence: its first picture is the image that a reader of stills shows (ISO/IEC 23008-12 7.1).
package struct ImageSequenceDescription: Hashable, Sendable {
    /// The image, which is the first picture of the sequence, and what belongs to it.
    package var still: StillDescription
    /// How the pictures of the sequence depend on one another.
    package var constraints: CodingConstraintsBox
    /// Whether the major brand is that of a sequence, as for names in `.heics`, and not that of a still.
    package var isSequenceFirst = false

    /// Creates a description. Precondition: the still has one image, of one picture.
    package init(_ still: StillDescription, constraints: CodingConstraintsBox) {
        precondition(still.images.count == 1 && still.images[0].pictures.count == 1, "a sequence begins with a picture")
        self.still = still
        self.constraints = constraints
    }

    /// What precedes the movie, whose first sample is also the image: its bytes are in the file once. The length does
    /// not depend on the offset.
    ///
    /// - Parameter offset: of the first sample, from the beginning of the file.
    package func header(firstSampleAt offset: UInt64) throws(MovieError) -> ImageSequenceHeader {
        var file = try still.file()
        file.place(file.primary, at: offset)
        file.fileType = fileType(of: file.fileType)
        let bytes = try file.layOut().bytes
        return ImageSequenceHeader(
            fileType: file.fileType,
            items: Array(bytes.dropFirst(file.fileType.bytes.count)),
            constraints: constraints
        )
    }

    /// The brands of sequences, and those of the still (ISO/IEC 23008-12 10.2 and B.4): `hevc` for Main, `hevx` for
    /// other profiles. `msf1` requires `iso8`. Older readers show a file as a still only if its major brand is one of
    /// stills. Profiles of MIAF are not declared: their rules for sequences are not checked here.
    private func fileType(of image: FileTypeBox) -> FileTypeBox {
        let sequence: FourCC = image.majorBrand == "heic" ? "hevc" : "hevx"
        let profiles: Set<FourCC> = ["MiHB", "MiHA"]
        return FileTypeBox(
            majorBrand: isSequenceFirst ? sequence : image.majorBrand,
            compatibleBrands: ["msf1", sequence, "iso8"] + image.compatibleBrands.filter { !profiles.contains($0) }
        )
    }
}
