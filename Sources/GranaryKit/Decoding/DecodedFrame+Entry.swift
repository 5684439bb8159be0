import Media

extension DecodedFrame {
    /// The frame of a sample whose turn it is.
    init(_ entry: PresentationQueue.Entry) {
        let silence = SampleFailure(code: .noPicture, cause: "the decoder returned no picture for it")
        let (time, duration) = (entry.presentationTime, entry.duration)
        self.init(
            presentationTime: MediaTime(time),
            duration: MediaTime(duration),
            result: (entry.result ?? .failure(silence))
                .map { Picture($0, presentationTime: time, duration: duration) }
                .mapError { $0.error(at: time) }
        )
    }
}

extension Picture {
    /// The same picture with other times.
    fileprivate init(_ picture: Media.Picture, presentationTime: Media.MediaTime, duration: Media.MediaTime) {
        self.init(
            Media.Picture(
                format: picture.format,
                size: picture.size,
                frame: picture.frame,
                presentationTime: presentationTime,
                duration: duration,
                storage: picture.storage
            )
        )
    }
}
