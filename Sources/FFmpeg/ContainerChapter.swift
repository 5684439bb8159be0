package import Media

/// A chapter of a container.
package struct ContainerChapter: Hashable, Sendable {
    /// When it begins, in ticks of its time base.
    package let start: Int64
    /// Seconds per tick.
    package let timeBase: Ratio
    /// Its tags in file order; those that are not UTF-8 are left out.
    package let tags: [MetadataItem]
}
