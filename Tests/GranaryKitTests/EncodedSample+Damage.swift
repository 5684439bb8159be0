import Media

@testable import GranaryKit

extension GranaryKit.EncodedSample {
    /// The same with another byte at a place, and still with the hash of the undamaged picture.
    func damaged(at place: Int) -> GranaryKit.EncodedSample {
        var sample = wrapped
        sample.bytes[place] ^= 0x55
        return GranaryKit.EncodedSample(sample)
    }
}
