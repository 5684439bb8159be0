/// The container format that libavformat detects for a file.
package struct ContainerFormat: Hashable, Sendable {
    /// Its names, separated by commas, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    package let name: String
    /// Its name for people; nil if it has none.
    package let longName: String?
}
