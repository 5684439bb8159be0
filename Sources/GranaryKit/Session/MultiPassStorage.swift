public import Foundation
import Media
import Storage

/// What passes over a film learned about its frames: one file. The counterpart of VTMultiPassStorage.
///
/// A `CompressionSession` opens the file and updates it in every pass: the newer record of a frame wins. The file also
/// has the groups of pictures that the session chose, and the results of its finished passes. So a later session with
/// the same properties continues where the last one stopped, and makes the same samples. Not for use from several
/// threads.
public final class MultiPassStorage {
    /// How the file is created and removed.
    public struct Options: OptionSet, Hashable, Sendable {
        /// One bit per option: bit 0 is `doNotDelete`.
        public let rawValue: UInt32
        /// Creates a set from its bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Keeps the file when the storage is closed or released. Without it, the file is removed.
        public static let doNotDelete = Options(rawValue: 1 << 0)
    }

    /// The file.
    public let url: URL
    /// The time of the film that the storage covers.
    public let timeRange: TimeRange

    private let file: SessionFile
    private var opened: Storage.MultiPassStorage?

    /// Names a storage. A session that gets it creates or opens the file.
    ///
    /// - Parameters:
    ///   - url: a file on a local file system; nil for a temporary one, which is always removed.
    ///   - timeRange: the time of the film. Frames outside are refused.
    ///   - options: whether the file is kept. By default it is removed with the storage.
    public init(url: URL? = nil, timeRange: TimeRange, options: Options = []) {
        file = SessionFile(url, suffix: "multipass", isKept: options.contains(.doNotDelete))
        self.url = file.url
        self.timeRange = timeRange
    }

    /// Number of frames with a record; 0 before a session has opened the storage.
    public var frameCount: Int { opened?.frameCount ?? 0 }

    /// Closes the file, and removes it unless it is to be kept. The session that uses it must have ended. Closing twice
    /// does nothing.
    public func close() {
        opened = nil
        file.close()
    }

    /// Opens the file for a session.
    ///
    /// - Parameter identity: that of the session's properties. A session that begins after another one reads the file
    ///   again, so that both are checked in the same way.
    func open(_ identity: StoreIdentity) throws -> Storage.MultiPassStorage {
        opened = nil
        let storage = try Storage.MultiPassStorage.update(at: url.path, identity: identity)
        file.wasCreated = true
        opened = storage
        return storage
    }
}
