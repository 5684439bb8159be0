/// The place of a film's pictures in a frame.
package struct PicturePlacement: Hashable, Sendable {
    /// The part of a coded picture that is shown.
    package let region: PictureRegion
    /// How that part is turned.
    package let turn: PictureTurn
    /// Where the turned part is in the frame. Its sides are even. The rest of the frame is black.
    package let place: PictureRegion

    /// Whether the frame shows samples of the picture as they are.
    package var keepsSamples: Bool { turn == .none && region.size == place.size }

    /// Places pictures in the middle of a frame, as large as the frame permits.
    ///
    /// - Parameters:
    ///   - frame: its sides are even.
    ///   - isEnlarged: whether a picture may become larger than it is. Pixels become square in any case, by a change of
    ///     the width.
    ///
    /// Nil if the display matrix turns by other than quarters.
    package init?(_ video: VideoTrack, in frame: PictureSize, fit: FrameFit, isEnlarged: Bool) {
        guard let turn = PictureTurn(displayMatrix: video.displayMatrix) else { return nil }
        self.turn = turn
        let shown = video.shownRegion
        // How large the turned picture is with square pixels.
        let natural = turn.turned(shown.size).scaled(by: turn.isTransposed ? .vertical : .horizontal, video.pixelAspect)
        let scales = (x: Double(frame.width) / natural.width, y: Double(frame.height) / natural.height)
        var (across, down) =
            switch fit {
            case .contain: (min(scales.x, scales.y), min(scales.x, scales.y))
            case .crop: (max(scales.x, scales.y), max(scales.x, scales.y))
            case .stretch: (scales.x, scales.y)
            }
        if !isEnlarged { (across, down) = (min(across, 1), min(down, 1)) }
        let whole = turn.turned(shown.size)
        let width = Self.span(of: whole.width, scaledTo: natural.width * across, atMost: frame.width)
        let height = Self.span(of: whole.height, scaledTo: natural.height * down, atMost: frame.height)
        place = PictureRegion(
            left: (frame.width - width.length) / 4 * 2,
            top: (frame.height - height.length) / 4 * 2,
            size: PictureSize(width: width.length, height: height.length)
        )
        region = shown.middle(
            turn.turned(PictureSize(width: width.taken, height: height.taken)),
            step: video.chromaSampling?.hasPrefix("4:1") == true ? 4 : 2
        )
    }

    /// The even length of a side in the frame, and how many of its samples fill it.
    ///
    /// - Parameters:
    ///   - side: samples of the whole side.
    ///   - whole: the length that all of them have in the frame.
    private static func span(of side: Int, scaledTo whole: Double, atMost limit: Int) -> (length: Int, taken: Int) {
        let limit = limit - limit % 2
        // A side that keeps its length loses a last odd sample instead of being scaled.
        guard abs(whole - Double(side)) > 0.01 else {
            let length = max(2, min(side - side % 2, limit))
            return (length, min(length, side))
        }
        let length = max(2, min(Int((whole / 2).rounded()) * 2, limit))
        guard Double(length) < whole - 2 else { return (length, side) }
        return (length, min(max(Int((Double(length) * Double(side) / whole).rounded()), 2), side))
    }
}

extension SourceDescription {
    /// The place of the pictures of a film in a frame; nil if they cannot be turned.
    package func placement(in frame: PictureSize) -> PicturePlacement? {
        PicturePlacement(video, in: frame, fit: fit ?? .contain, isEnlarged: isEnlarged == true)
    }
}

extension VideoTrack {
    /// The part of a coded picture that is shown: the clean aperture, as far as it is in whole samples, or all of it.
    package var shownRegion: PictureRegion {
        let whole = PictureRegion(left: 0, top: 0, size: size)
        guard let aperture = cleanAperture, aperture.isPossible else { return whole }
        func span(_ length: Double, _ offset: Double, of side: Int) -> (start: Int, length: Int) {
            let start = (Double(side) - length) / 2 + offset
            let first = Int(max((start / 2).rounded(.down) * 2, 0))
            let end = Int(min(max((start + length).rounded(), Double(first + 1)), Double(side)))
            return (first, end - first)
        }
        guard aperture.width.value <= Double(size.width), aperture.height.value <= Double(size.height),
            abs(aperture.horizontalOffset.value) < Double(size.width),
            abs(aperture.verticalOffset.value) < Double(size.height)
        else { return whole }
        let across = span(aperture.width.value, aperture.horizontalOffset.value, of: size.width)
        let down = span(aperture.height.value, aperture.verticalOffset.value, of: size.height)
        guard across.start < size.width, down.start < size.height, across.length > 0, down.length > 0 else {
            return whole
        }
        return PictureRegion(
            left: across.start,
            top: down.start,
            size: PictureSize(width: across.length, height: down.length)
        )
    }

    /// The size at which a player shows the pictures, with square pixels and turned, with even sides. Nil if the
    /// display matrix turns by other than quarters.
    package var shownSize: PictureSize? {
        guard let turn = PictureTurn(displayMatrix: displayMatrix) else { return nil }
        let natural = turn.turned(shownRegion.size).scaled(
            by: turn.isTransposed ? .vertical : .horizontal,
            pixelAspect
        )
        // Far more than any film has, whatever the file says about its pixels.
        func even(_ length: Double) -> Int { max(2, Int((min(length, 65536) + 0.01) / 2) * 2) }
        return PictureSize(width: even(natural.width), height: even(natural.height))
    }
}

extension PictureSize {
    fileprivate enum Axis { case horizontal, vertical }

    /// The size when one axis is scaled so that pixels become square.
    fileprivate func scaled(by axis: Axis, _ aspect: PixelAspect) -> (width: Double, height: Double) {
        let (more, less) = (Double(max(aspect.horizontal, 1)), Double(max(aspect.vertical, 1)))
        return axis == .horizontal
            ? (Double(width) * more / less, Double(height)) : (Double(width), Double(height) * more / less)
    }
}

extension PictureRegion {
    /// The middle of this region.
    ///
    /// - Parameter step: it begins at multiples of this.
    fileprivate func middle(_ wanted: PictureSize, step: Int) -> PictureRegion {
        func start(_ first: Int, _ side: Int, _ part: Int) -> Int { first + (side - part) / 2 / step * step }
        return PictureRegion(
            left: start(left, size.width, wanted.width),
            top: start(top, size.height, wanted.height),
            size: wanted
        )
    }
}
