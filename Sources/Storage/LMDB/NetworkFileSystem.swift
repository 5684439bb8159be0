import CLMDB
import Glibc

/// File systems that other machines may write at the same time, or whose memory maps are not coherent.
///
/// LMDB must not write there (lmdb.h, "Caveats").
package enum NetworkFileSystem {
    /// The name of the network file system that statfs(2) reports as `f_type`; nil for a local one.
    ///
    /// FUSE always counts as one: its type does not distinguish a remote mount from a local one.
    static func name(ofType type: UInt32) -> String? {
        switch type {
        case 0x6969: "NFS"
        case 0x517B: "SMB"
        case 0xFF53_4D42: "CIFS"
        case 0xFE53_4D42: "SMB2"
        case 0x6573_5546: "FUSE"
        case 0x0BD0_0BD0: "Lustre"
        case 0x4750_4653: "GPFS"
        case 0x00C3_6400: "Ceph"
        case 0x0102_1997: "9P"
        case 0x5346_414F, 0x6B41_4653: "AFS"
        case 0x7375_7245: "Coda"
        case 0x1983_0326: "BeeGFS"
        case 0x7461_636F: "OCFS2"
        case 0x0116_1970: "GFS2"
        case 0x2003_0528: "OrangeFS"
        case 0xAAD7_AAEA: "PanFS"
        case 0x786F_4256: "VirtualBox shared folder"
        default: nil
        }
    }

    /// The name of the network file system that holds an existing folder; nil if it is a local one.
    ///
    /// Throws if the system cannot say.
    package static func name(at folder: String) throws(StorageError) -> String? {
        // Safe: the path is a C string for the duration of the call, which fills the structure on this frame.
        var status = statfs()
        guard unsafe statfs(folder, &status) == 0 else {
            throw .system(attempted: "determine the file system", subject: folder)
        }
        return name(ofType: UInt32(truncatingIfNeeded: status.f_type))
    }

    /// Throws if a folder is on a network file system.
    static func refuse(folder: String) throws(StorageError) {
        guard let name = try name(at: folder) else { return }
        throw StorageError(
            .networkFileSystem,
            attempted: "create a store",
            subject: folder,
            cause: "it is on \(name), and LMDB cannot write to a network file system"
        )
    }
}
