import Media

/// Messages of FFmpeg's libraries, kept for error messages instead of being printed.
///
/// FFmpeg has one log for the whole process and names the object that logs. Containers and codecs are registered here
/// while they live. For each, the first message since the last query is kept.
enum MessageLog {
    private static let complaints = Locked<[UInt: String]>([:])

    /// Keeps FFmpeg from printing messages before any object is registered.
    static func listen() { _ = Library.listening }

    /// Starts to record the messages of an FFmpeg object.
    static func register(_ speaker: UnsafeMutableRawPointer) {
        listen()
        let key = UInt(bitPattern: speaker)
        complaints.withLock { $0[key] = "" }
    }

    /// Removes an object before it is freed.
    static func unregister(_ speaker: UnsafeMutableRawPointer) {
        let key = UInt(bitPattern: speaker)
        _ = complaints.withLock { $0.removeValue(forKey: key) }
    }

    /// The first message since the last call, or nil.
    static func takeComplaint(of speaker: UnsafeMutableRawPointer) -> String? {
        let key = UInt(bitPattern: speaker)
        return complaints.withLock { lines in
            guard let line = lines[key], !line.isEmpty else { return nil }
            lines[key] = ""
            return line
        }
    }

    /// Whether the object with this address is registered and has no message yet.
    static func isWanted(_ key: UInt) -> Bool { complaints.withLock { $0[key] == "" } }

    /// Records a message of the object with this address, unless it is about Dolby Vision: decoders read its metadata,
    /// but no picture depends on it.
    static func note(_ text: String, of key: UInt) {
        guard !aboutDolbyVision.contains(where: text.contains) else { return }
        complaints.withLock { $0[key] = text }
    }

    /// Parts of libavcodec's messages about RPUs (dovi_rpu.c, hevcdec.c).
    private static let aboutDolbyVision = ["RPU", "DOVI"]
}
