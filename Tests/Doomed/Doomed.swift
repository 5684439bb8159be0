import Foundation
import Glibc
import Media
import Platform

/// A process that does what must end it. A test looks at how it ends.
///
///     doomed DEED
///
/// An exit test of Swift Testing would do the same. But once one has run, a thread of the tests waits for any child,
/// and keeps a processor busy whenever one has ended that no test has asked for yet.
@main
enum Doomed {
    static func main() {
        switch CommandLine.arguments.last {
        case "odd-picture": makePicture(.yuv420p8, width: 3, byteCount: 9)
        case "short-picture": makePicture(.yuv420p10, width: 4, byteCount: 12)
        case "timescale-zero": _ = MediaTime(value: 1, timescale: 0)
        case "end-of-input":
            LifeLine.watch()
            sleep(30)
        default: print("there is no such deed")
        }
        print("survived")
    }

    private static func makePicture(_ format: PixelFormat, width: Int, byteCount: Int) {
        _ = Picture(
            format: format,
            size: PictureSize(width: width, height: 2),
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: [UInt8](repeating: 0, count: byteCount)
        )
    }
}
