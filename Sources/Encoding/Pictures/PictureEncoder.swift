import Media

/// An open encoder of one range, libx265 or libx264: pictures go in, access units come out. One owner; never used from
/// two threads at once.
protocol PictureEncoder: AnyObject {
    /// Gives a picture to the encoder, which chooses its type if `kind` is nil. Returns a coded picture if one is
    /// ready.
    ///
    /// `lend` is called with the reconstruction of the coded picture.
    func encode(
        _ picture: Picture,
        as kind: PlannedPicture.Kind?,
        lend: (borrowing ReconstructedPicture) throws -> Void
    ) throws -> EncoderOutput?

    /// Requests what the lookahead still holds; nil if nothing is left.
    func flush(lend: (borrowing ReconstructedPicture) throws -> Void) throws -> EncoderOutput?
}

/// One coded picture as an encoder returns it.
struct EncoderOutput {
    /// Position in presentation order within the range, from 0.
    let place: Int
    /// Hash of the reconstruction.
    let hash: PictureHash
    /// PSNR in dB, if the encoder measures.
    let psnr: (y: Double, u: Double, v: Double)
    /// SSIM of luma, if the encoder measures.
    let ssim: Double
    /// NAL units with four-byte lengths, including parameter sets if the encoder wrote any.
    let bytes: [UInt8]
}
