/// A file as libavformat reads it, and a record of what libavformat attempts to open in addition.
///
/// One container uses it, on one thread at a time.
package protocol ContainerSource: AnyObject {
    /// Size in bytes.
    var byteCount: Int64 { get }
    /// Where the next bytes are read; `read` moves it.
    var offset: Int64 { get set }

    /// Reads bytes at `offset`; 0 at the end of the file, nil if it fails.
    ///
    /// The buffer is lent for the call and is not empty.
    @unsafe func read(into buffer: UnsafeMutableRawBufferPointer) -> Int?

    /// Records an attempt to open another file, which is refused.
    func refuse(_ name: String)
}
