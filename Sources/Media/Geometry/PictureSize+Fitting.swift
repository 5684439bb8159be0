extension PictureSize {
    /// The largest size with these proportions and even sides that fits into a box. Never larger than this size.
    package func fitting(into box: PictureSize) -> PictureSize {
        if width <= box.width && height <= box.height { return self }
        let isWide = width * box.height >= height * box.width
        func even(_ side: Int, over whole: Int, times bound: Int, atMost limit: Int) -> Int {
            // The nearest even number to side * bound / whole, inside the box.
            let half = (side * bound + whole) / (2 * whole)
            return max(2, min(half * 2, limit - limit % 2))
        }
        let bound = isWide ? box.width - box.width % 2 : box.height - box.height % 2
        return isWide
            ? PictureSize(width: bound, height: even(height, over: width, times: bound, atMost: box.height))
            : PictureSize(width: even(width, over: height, times: bound, atMost: box.width), height: bound)
    }
}
