import FFmpeg
import Media

/// Converts decoded pictures to `Picture` storage: by plain copy if the format already fits, else with zimg.
final class PictureConverter {
    /// The conversion to the pictures without the black around them.
    private let target: PictureConversion
    /// Where these are in the frame; nil if there is nothing around them.
    private let frame: PictureFrame?
    private let path: String
    private var scaler: Scaler?
    private var stages: StagedScaler?

    /// Creates a converter. The path is used in errors only.
    init(target: PictureConversion, path: String) throws(IntakeError) {
        guard target.size.width > 0, target.size.height > 0, target.size.roundedUpToEven == target.size else {
            throw IntakeError.unsupported(
                path,
                cause: "4:2:0 pictures cannot have the size \(target.size)",
                remedy: "choose an even width and height"
            )
        }
        guard target.shown.map({ $0.roundedUpToEven == target.size }) ?? true else {
            throw IntakeError.unsupported(
                path,
                cause: "a picture of \(target.shown ?? target.size) does not fill a coded picture of \(target.size)",
                remedy: "choose the next even size"
            )
        }
        frame = target.place.map { PictureFrame(target, place: $0) }
        var inner = target
        inner.size = target.place?.size ?? target.size
        inner.place = nil
        self.target = inner
        self.path = path
    }

    /// The planes of a decoded frame as `Picture` stores them.
    func storage(of frame: Frame) throws(IntakeError) -> [UInt8] {
        let storage = try picture(of: frame)
        return self.frame?.around(storage) ?? storage
    }

    /// The planes of a decoded frame without the black around them.
    private func picture(of frame: Frame) throws(IntakeError) -> [UInt8] {
        let facts = PictureFacts(frame)
        guard let layout = PlanarLayout(pixelFormat: facts.pixelFormat) else {
            throw IntakeError.unsupported(
                path,
                cause: "its pixel format \(PlanarLayout.name(of: facts.pixelFormat)) cannot be converted",
                remedy: "convert it to planar 4:2:0 first, for example with: ffmpeg -i FILE -pix_fmt yuv420p10le ..."
            )
        }
        guard layout.isRGB == (target.matrix != nil) else {
            throw IntakeError.changed(path, difference: "its pictures are \(layout.isRGB ? "" : "no longer ")RGB")
        }
        let region = try region(of: facts.size, layout)
        let saysFull = layout.isRGB || layout.impliesFullRange || facts.colour.isFullRange == true
        let isFull = target.sourceIsFullRange ?? saysFull
        let keepsRange = target.isFullRange.map { $0 == isFull } ?? true
        let form = Scaler.Form(frame: frame, layout: layout, region: region, isFullRange: isFull)
        if target.colours != nil || target.turn != .none {
            if stages?.source != form {
                stages = nil
                stages = try StagedScaler(source: form, target: target, path: path)
            }
            return try stages?.convert(frame) ?? []
        }
        let keepsChroma = target.chromaLocation.map { Int32($0) == form.chromaLocation } ?? true
        if layout.pixelFormat == target.format, region.size == target.shown ?? target.size, keepsRange, keepsChroma {
            return copy(frame, layout, region)
        }
        if scaler?.source != form {
            scaler = nil
            scaler = try Scaler(source: form, target: Scaler.Target(target), path: path)
        }
        guard let scaler else { return [] }
        return try scaler.convert(frame)
    }

    /// The region that is used of a picture of the given size.
    private func region(of size: PictureSize, _ layout: PlanarLayout) throws(IntakeError) -> PictureRegion {
        guard let region = target.region else { return PictureRegion(left: 0, top: 0, size: size) }
        let isOnChroma = region.left % (1 << layout.chromaShiftX) == 0 && region.top % (1 << layout.chromaShiftY) == 0
        guard region.fits(into: size), isOnChroma else {
            throw IntakeError.unsupported(
                path,
                cause: "a picture of \(size) in \(layout.name) cannot be cropped to \(region)",
                remedy: "choose other values: multiples of 4 work in every format"
            )
        }
        return region
    }

    /// Copies a region of a 4:2:0 picture. If it has an odd side, the last column or row is repeated.
    private func copy(_ frame: Frame, _ layout: PlanarLayout, _ region: PictureRegion) -> [UInt8] {
        let byteCount = Picture.byteCount(format: target.format, size: target.size)
        let bytes = layout.bytesPerSample
        // Safe: a region is inside the frame. The planes of the frame have exactly the sizes that its size and layout
        // give, with chroma rounded up, and so have those of the region. The array is filled to its last byte. A row of
        // it has at most one sample more than the region, which repeats the sample before it.
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { storage, count in
            var offset = 0
            for plane in 0..<3 {
                let shift = plane == 0 ? 0 : 1
                let there = PictureSize(
                    width: (region.size.width + shift) >> shift,
                    height: (region.size.height + shift) >> shift
                )
                let source = unsafe frame.plane(plane)
                let left = (region.left >> shift) * bytes
                for row in 0..<target.size.height >> shift {
                    let start = unsafe source.row(region.top >> shift + min(row, there.height - 1)) + left
                    let line = unsafe UnsafeRawBufferPointer(start: start, count: there.width * bytes)
                    unsafe put(line, into: storage, at: &offset)
                    if target.size.width >> shift > there.width {
                        let last = unsafe UnsafeRawBufferPointer(rebasing: line.suffix(bytes))
                        unsafe put(last, into: storage, at: &offset)
                    }
                }
            }
            count = offset
        }
    }

    @unsafe private func put(
        _ line: UnsafeRawBufferPointer,
        into storage: UnsafeMutableBufferPointer<UInt8>,
        at offset: inout Int
    ) {
        let rest = unsafe storage[offset..<offset + line.count]
        unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: rest)).copyMemory(from: line)
        offset += line.count
    }
}
