/// A file that is open for appending. Closed with its last reference.
package protocol File: AnyObject, Sendable {
    /// Appends bytes in one system call if the system takes them all. On an error a part of them may be in the file.
    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError)
}
