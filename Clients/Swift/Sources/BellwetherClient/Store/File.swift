/// An open file. Closed with its last reference.
package protocol File: AnyObject, Sendable {
    /// Appends bytes in one system call if the system takes them all. On an error a part of them may be in the file.
    func append(_ bytes: [UInt8]) throws(FileError)

    /// Waits until what was appended survives a power cut.
    func synchronize() throws(FileError)
}
