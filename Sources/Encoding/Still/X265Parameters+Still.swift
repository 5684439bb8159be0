import CX265

extension X265Parameters {
    /// Says that there will be exactly one picture, for which libx265 then chooses a profile of stills.
    mutating func announceOnePicture() {
        // Safe: a plain store into the block that this value owns.
        unsafe block.pointee.totalFrames = 1
    }
}
