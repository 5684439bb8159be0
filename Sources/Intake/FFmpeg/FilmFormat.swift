import CFFmpeg

/// The formats of libavformat that are films: files that hold their own pictures. All others are refused.
///
/// Lists of other files (playlists, numbered pictures, descriptions of sessions), scripts, devices, and guesses at
/// bytes without a form are none of them.
enum FilmFormat {
    private static let containers = [
        "mov", "mp4", "matroska", "webm", "mpegts", "mpeg", "mxf", "avi", "asf", "asf_o", "flv", "ogg", "nut", "gxf",
        "lxf", "dv", "rm", "wtv", "nsv", "pva", "swf", "yuv4mpegpipe", "gif", "apng",
    ]

    /// Streams of one codec without a container, or with no more than a length before each picture.
    private static let bareStreams = [
        "av1", "obu", "ivf", "h261", "h263", "h264", "hevc", "vvc", "evc", "mpegvideo", "m4v", "vc1", "vc1test", "avs2",
        "avs3", "cavsvideo", "dirac", "dnxhd", "mjpeg", "mjpeg_2000",
    ]

    /// Names, each one of those that a format of libavformat has.
    static let names = containers + bareStreams

    /// Texts that an AVI may hold as files of their own in its memory: no films by themselves.
    private static let nested = ["srt", "ass"]

    /// What libavformat is allowed to open, as its option wants it.
    static let allowed = (names + nested).joined(separator: ",")

    /// Formats that name other files, in which their pictures are.
    private static let lists: Set = [
        "concat", "dash", "hls", "image2", "imf", "mlv", "rtsp", "sdp", "vobsub", "webm_dash_manifest",
    ]

    /// Makes sure that a file's format is a film's.
    ///
    /// - Parameter format: what libavformat takes it for.
    /// - Returns: whether it is a stream of one codec.
    @unsafe static func isBareStream(
        _ format: UnsafePointer<AVInputFormat>,
        of path: String
    ) throws(IntakeError) -> Bool {
        // Safe: a format is a constant of the library, and has a name; not all have a long one.
        let name = unsafe String(cString: format.pointee.name)
        let own = Set(name.split(separator: ",").map(String.init))
        guard own.isDisjoint(with: names) else { return !own.isDisjoint(with: bareStreams) }
        let long = unsafe format.pointee.long_name.map { unsafe String(cString: $0) } ?? name
        throw IntakeError.foreignFormat(
            path,
            name: name,
            longName: long,
            isList: !own.isDisjoint(with: lists),
            readable: names
        )
    }
}
