import Foundation
import HEIF
import ISOMedia
import Intake
import Media

extension FuzzTarget {
    /// Findings of a file that are listed, with one about those that are not.
    private var findingLimit: Int { 201 }
    /// Most bytes of an item that are read here.
    private var itemLimit: Int { 1 << 16 }

    /// A HEIF file is described or refused; what is said to be readable is inside the file, and can be printed.
    func inspectImage(_ input: [UInt8]) throws(BrokenProperty) {
        let source = MemorySource(input)
        // Nothing that can be decoded is larger than it may be.
        if let image = try? ImageDecoding(source, path: "fuzzed") {
            let (pixels, overflow) = image.size.width.multipliedReportingOverflow(by: image.size.height)
            try check(!overflow && pixels <= ImageFileInspection.pixelLimit, "\(image.size) is accepted")
            try check((1...1 << 16).contains(image.tileCount), "\(image.tileCount) tiles are accepted")
        }
        _ = ImageFileInspection.hasItems(source)
        guard let file = try? ImageFileInspection.parse(source) else { return }
        try check(file.findings.count <= findingLimit, "\(file.findings.count) findings are listed")
        for item in file.items {
            for extent in item.extents {
                try check(
                    extent.offset <= source.byteCount && extent.byteCount <= source.byteCount - extent.offset,
                    "item \(item.number) has bytes at \(extent.offset) of \(source.byteCount)"
                )
            }
            if let bytes = try? source.bytes(of: item, atMost: itemLimit) {
                try check(UInt64(bytes.count) == item.byteCount, "item \(item.number) has another size than it says")
            }
            if let grid = item.grid {
                try check(grid.tileCount <= 1 << 16, "a grid has \(grid.tileCount) tiles")
            }
        }
        do {
            _ = try JSONEncoder().encode(file)
        } catch {
            throw BrokenProperty(description: "the description cannot be printed: \(error)")
        }
    }
}
