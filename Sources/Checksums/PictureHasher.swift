import CXXHash
package import Media

/// Hashes a picture plane by plane: XXH3-128 as `PictureHash` describes it.
///
/// Add the rows of luma, Cb and Cr in turn, without their padding. Then ask for the hash once.
@safe package struct PictureHasher: ~Copyable {
    private let state: OpaquePointer

    /// Creates a hasher without input.
    package init() {
        // Safe: the state is owned by this value alone, reset before use, and freed once in deinit.
        guard let state = unsafe XXH3_createState() else { fatalError("out of memory for a hash state of 576 bytes") }
        unsafe XXH3_128bits_reset(state)
        unsafe self.state = unsafe state
    }

    deinit { unsafe XXH3_freeState(state) }

    /// Adds bytes, such as one row of a plane.
    package mutating func update(_ bytes: RawSpan) {
        // Safe: the span lends `count` readable bytes for the duration of the call.
        unsafe bytes.withUnsafeBytes { _ = unsafe XXH3_128bits_update(state, $0.baseAddress, $0.count) }
    }

    /// Adds the rows of a plane: the first `rowBytes` bytes of each of `rows` rows, which start `stride` bytes apart.
    ///
    /// Precondition: the last row ends inside `plane`.
    package mutating func update(plane: RawSpan, rows: Int, rowBytes: Int, stride: Int) {
        if rowBytes == stride {
            update(plane.extracting(0..<rows * stride))
            return
        }
        for row in 0..<rows {
            update(plane.extracting(row * stride..<row * stride + rowBytes))
        }
    }

    /// The hash of all bytes added so far.
    package func finish() -> PictureHash {
        let digest = unsafe XXH3_128bits_digest(state)
        return PictureHash(high: digest.high64, low: digest.low64)
    }
}
