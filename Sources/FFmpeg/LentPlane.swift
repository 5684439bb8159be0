/// A plane of a decoded frame, lent until the frame changes.
@unsafe package struct LentPlane {
    /// First byte of the first row.
    package let start: UnsafePointer<UInt8>
    /// Bytes from one row to the next; negative if the picture is stored bottom row first.
    package let stride: Int

    /// First byte of a row.
    package func row(_ row: Int) -> UnsafePointer<UInt8> { unsafe start + row * stride }
}
