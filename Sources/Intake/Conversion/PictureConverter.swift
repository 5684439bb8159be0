import CFFmpeg
import Media

/// Turns decoded pictures into `Picture` storage: by plain copy where the format is right, through zimg elsewhere.
@safe final class PictureConverter {
    private let target: PictureConversion
    private let path: String
    private var scaler: Scaler?

    /// Creates a converter. The path is for errors only.
    init(target: PictureConversion, path: String) throws(IntakeError) {
        guard target.size.width > 0, target.size.height > 0, target.size.width % 2 == 0, target.size.height % 2 == 0
        else {
            throw IntakeError.unsupported(
                path,
                cause: "\(target.size) is not a size of 4:2:0 pictures",
                remedy: "ask for an even width and height"
            )
        }
        self.target = target
        self.path = path
    }

    /// The planes of a decoded frame as `Picture` stores them. The frame must be readable during the call.
    @unsafe func storage(of frame: UnsafePointer<AVFrame>) throws(IntakeError) -> [UInt8] {
        let facts = unsafe PictureFacts(frame)
        guard let layout = PlanarLayout(pixelFormat: facts.pixelFormat) else {
            throw IntakeError.unsupported(
                path,
                cause: "its pixel format \(PlanarLayout.name(of: facts.pixelFormat)) cannot be converted",
                remedy: "convert the film to planar 4:2:0 first, as with: ffmpeg -i FILE -pix_fmt yuv420p10le ..."
            )
        }
        if layout.pixelFormat == target.format, facts.size == target.size {
            return unsafe copy(frame, layout: layout)
        }
        let form = unsafe Scaler.Form(frame: frame, layout: layout, size: facts.size)
        if scaler?.source != form {
            scaler = nil
            scaler = try Scaler(source: form, target: target, path: path)
        }
        guard let scaler else { return [] }
        return try unsafe scaler.convert(frame)
    }

    private func copy(_ frame: UnsafePointer<AVFrame>, layout: PlanarLayout) -> [UInt8] {
        let byteCount = Picture.byteCount(format: target.format, size: target.size)
        // Safe: the planes are exactly as large as the frame's size and layout say, the rows of each are at least
        // `rowBytes` long, and the array is filled to its last byte.
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { storage, count in
            var offset = 0
            for plane in 0..<3 {
                let width = plane == 0 ? target.size.width : target.size.width / 2
                let rows = plane == 0 ? target.size.height : target.size.height / 2
                let rowBytes = width * layout.bytesPerSample
                let source = unsafe PlaneAddress(frame, plane: plane)
                for row in 0..<rows {
                    let line = unsafe UnsafeRawBufferPointer(start: source.row(row), count: rowBytes)
                    let rest = unsafe storage[offset..<offset + rowBytes]
                    unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: rest))
                        .copyMemory(from: line)
                    offset += rowBytes
                }
            }
            count = offset
        }
    }
}

/// Where a plane of a decoded frame starts, and how far apart its rows lie.
@unsafe struct PlaneAddress {
    /// First byte of the first row.
    let start: UnsafePointer<UInt8>
    /// Bytes from one row to the next; negative when the picture stands upside down.
    let stride: Int

    /// The address of plane 0, 1 or 2 of a frame with three planes.
    init(_ frame: UnsafePointer<AVFrame>, plane: Int) {
        let data = unsafe [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2][plane]
        let strides = unsafe [frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2]
        guard let data = unsafe data else { fatalError("a decoded planar picture has three planes") }
        unsafe start = unsafe UnsafePointer(data)
        unsafe stride = Int(strides[plane])
    }

    /// First byte of a row.
    func row(_ row: Int) -> UnsafePointer<UInt8> { unsafe start + row * stride }
}
