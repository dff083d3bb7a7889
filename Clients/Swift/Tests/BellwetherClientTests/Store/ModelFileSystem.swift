@testable import BellwetherClient
import Foundation

/// A file system in memory that can lose what was not synchronized, refuse operations, and stop at any operation.
///
/// After a power cut a file holds any subset of the writes since it was last synchronized, with zeros in the place of the
/// others, and a folder any subset of the creations, renames and removals since it was.
final class ModelFileSystem: FileSystem {
    /// What one operation is about to do.
    enum Operation: Sendable, Hashable {
        case makeDirectory, names, contents, create, append, synchronize, move, delete, claim
    }

    final class Node: Sendable {
        struct Content {
            var bytes: [UInt8] = []
            var durable: [UInt8] = []
            var pending: [(offset: Int, bytes: [UInt8])] = []
        }
        let content = Lock(Content())
    }

    private enum Change {
        case set(String, Node)
        case remove(String)
        case move(String, String)
    }

    private struct Folder {
        var files: [String: Node] = [:]
        var durable: [String: Node] = [:]
        var pending: [Change] = []
    }

    private struct State {
        var folders: [String: Folder] = [:]
        var claims: [String: WeakClaim] = [:]
        var generation = 0
        var operations = 0
        /// The number of operations after which the process is dead: nothing has an effect any more.
        var remaining = Int.max
        var isLocked = false
        /// The error of each attempt to read a file.
        var readError: FileError?
        /// The number of bytes that fit on the disk.
        var room = Int.max
    }

    private final class Claim: Sendable {}
    private struct WeakClaim { weak var claim: Claim? }

    private let state = Lock(State())

    /// The number of operations so far.
    var operations: Int { state.withLock { $0.operations } }

    /// Whether the process was stopped.
    var isDead: Bool { state.withLock { $0.remaining <= 0 } }

    /// Stops the process after this many more operations.
    func die(after operations: Int) { state.withLock { $0.remaining = operations } }

    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

    /// Lets reading files fail with this `errno`, or succeed again.
    func setReadError(_ code: Int32?) { state.withLock { $0.readError = code.map { FileError(code: $0) } } }

    func setRoom(_ bytes: Int) { state.withLock { $0.room = bytes } }

    /// Lets another process begin. What the one before still holds has no effect from now on.
    func restart() {
        state.withLock { state in
            state.generation += 1
            state.claims = [:]
            state.remaining = .max
        }
    }

    /// Cuts the power and starts again: keeps what is durable, and of the rest what `keeps` says.
    func cutPower(_ keeps: () -> Bool) {
        restart()
        state.withLock { state in
            for (path, var folder) in state.folders {
                for change in folder.pending where keeps() {
                    switch change {
                    case .set(let name, let node): folder.durable[name] = node
                    case .remove(let name): folder.durable[name] = nil
                    case .move(let name, let newName):
                        guard let node = folder.durable.removeValue(forKey: name) else { continue }
                        folder.durable[newName] = node
                    }
                }
                folder.files = folder.durable
                folder.pending = []
                for node in folder.files.values { node.content.withLock { $0.cutPower(keeps) } }
                state.folders[path] = folder
            }
        }
    }

    /// The bytes of a file, whatever is locked.
    func bytes(of path: String) -> [UInt8]? {
        let (folder, name) = split(path)
        return state.withLock { $0.folders[folder]?.files[name] }?.content.withLock { $0.bytes }
    }

    /// Puts a durable file in place.
    func put(_ bytes: [UInt8], at path: String) {
        let (folder, name) = split(path)
        let node = Node()
        node.content.withLock { $0 = Node.Content(bytes: bytes, durable: bytes) }
        state.withLock { state in
            state.folders[folder, default: Folder()].files[name] = node
            state.folders[folder]?.durable[name] = node
        }
    }

    /// All files with their bytes, by path.
    var snapshot: [String: [UInt8]] {
        state.withLock { state in
            var result: [String: [UInt8]] = [:]
            for (path, folder) in state.folders {
                for (name, node) in folder.files { result[path + "/" + name] = node.content.withLock { $0.bytes } }
            }
            return result
        }
    }

    // MARK: FileSystem

    func makeDirectory(_ path: String) throws(FileError) {
        try perform(.makeDirectory) { state -> Result<Void, FileError> in
            if state.folders[path] == nil { state.folders[path] = Folder() }
            return .success(())
        }
    }

    func names(in directory: String) throws(FileError) -> [String] {
        try perform(.names) { state -> Result<[String], FileError> in
            state.folders[directory].map { .success(Array($0.files.keys)) } ?? .failure(FileError(code: ENOENT))
        }
    }

    func contents(of path: String) throws(FileError) -> [UInt8] {
        try node(path, .contents).content.withLock { $0.bytes }
    }

    func size(of path: String) throws(FileError) -> Int { try contents(of: path).count }

    func create(_ path: String) throws(FileError) -> any File {
        let (folder, name) = split(path)
        let node = Node()
        let generation = try perform(.create) { state -> Result<Int, FileError> in
            guard state.folders[folder] != nil else { return .failure(FileError(code: ENOENT)) }
            guard state.folders[folder]?.files[name] == nil else { return .failure(FileError(code: EEXIST)) }
            guard state.room > 0 else { return .failure(FileError(code: ENOSPC)) }
            state.folders[folder]?.files[name] = node
            state.folders[folder]?.pending.append(.set(name, node))
            return .success(state.generation)
        }
        return ModelFile(node: node, system: self, generation: generation)
    }

    func move(_ path: String, to newPath: String) throws(FileError) {
        let (folder, name) = split(path)
        let (newFolder, newName) = split(newPath)
        try perform(.move) { state -> Result<Void, FileError> in
            guard let node = state.folders[folder]?.files.removeValue(forKey: name) else {
                return .failure(FileError(code: ENOENT))
            }
            guard state.folders[newFolder] != nil else { return .failure(FileError(code: ENOENT)) }
            state.folders[newFolder]?.files[newName] = node
            if folder == newFolder {
                state.folders[folder]?.pending.append(.move(name, newName))
            } else {
                state.folders[newFolder]?.pending.append(.set(newName, node))
                state.folders[folder]?.pending.append(.remove(name))
            }
            return .success(())
        }
    }

    func delete(_ path: String) throws(FileError) {
        let (folder, name) = split(path)
        try perform(.delete) { state -> Result<Void, FileError> in
            guard let node = state.folders[folder]?.files.removeValue(forKey: name) else {
                return .failure(FileError(code: ENOENT))
            }
            state.folders[folder]?.pending.append(.remove(name))
            if state.room != .max { state.room += node.content.withLock { $0.bytes.count } }
            return .success(())
        }
    }

    func synchronize(_ path: String) throws(FileError) {
        let (parent, name) = split(path)
        try perform(.synchronize) { state -> Result<Void, FileError> in
            if let node = state.folders[parent]?.files[name] {
                node.content.withLock { $0.synchronize() }
                return .success(())
            }
            guard var folder = state.folders[path] else { return .failure(FileError(code: ENOENT)) }
            folder.durable = folder.files
            folder.pending = []
            state.folders[path] = folder
            return .success(())
        }
    }

    func claim(_ directory: String) throws(FileError) -> any AnyObject & Sendable {
        try perform(.claim) { state -> Result<any AnyObject & Sendable, FileError> in
            guard state.folders[directory] != nil else { return .failure(FileError(code: ENOENT)) }
            guard state.claims[directory]?.claim == nil else { return .failure(FileError(code: EWOULDBLOCK)) }
            let claim = Claim()
            state.claims[directory] = WeakClaim(claim: claim)
            return .success(claim)
        }
    }

    // MARK: Parts

    fileprivate func append(_ bytes: [UInt8], to node: Node, generation: Int) throws(FileError) {
        try perform(.append, generation) { state -> Result<Void, FileError> in
            let count = min(bytes.count, state.room)
            if state.room != .max { state.room -= count }
            node.content.withLock { content in
                content.pending.append((content.bytes.count, Array(bytes[..<count])))
                content.bytes += bytes[..<count]
            }
            return count == bytes.count ? .success(()) : .failure(FileError(code: ENOSPC))
        }
    }

    private func node(_ path: String, _ operation: Operation) throws(FileError) -> Node {
        let (folder, name) = split(path)
        return try perform(operation) { state -> Result<Node, FileError> in
            guard let node = state.folders[folder]?.files[name] else { return .failure(FileError(code: ENOENT)) }
            if let error = state.readError { return .failure(error) }
            return state.isLocked ? .failure(FileError(code: EPERM)) : .success(node)
        }
    }

    /// Counts an operation, and lets it fail where the process is dead or the device locked.
    private func perform<Value: Sendable>(
        _ operation: Operation, _ generation: Int? = nil,
        _ body: (inout State) -> Result<Value, FileError>
    ) throws(FileError) -> Value {
        let result = state.withLock { state -> Result<Value, FileError> in
            if let generation, generation != state.generation { return .failure(FileError(code: EIO)) }
            state.operations += 1
            if state.remaining <= 0 { return .failure(FileError(code: EIO)) }
            state.remaining -= 1
            if state.isLocked, ![.names, .contents, .claim].contains(operation) {
                return .failure(FileError(code: EPERM))
            }
            return body(&state)
        }
        return try result.get()
    }

    private func split(_ path: String) -> (folder: String, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}

extension ModelFileSystem.Node.Content {
    mutating func synchronize() {
        durable = bytes
        pending = []
    }

    mutating func cutPower(_ keeps: () -> Bool) {
        for write in pending where keeps() {
            let end = write.offset + write.bytes.count
            if durable.count < end { durable += [UInt8](repeating: 0, count: end - durable.count) }
            durable.replaceSubrange(write.offset..<end, with: write.bytes)
        }
        if keeps(), durable.count < bytes.count { durable += [UInt8](repeating: 0, count: bytes.count - durable.count) }
        bytes = durable
        pending = []
    }
}

private final class ModelFile: File {
    let node: ModelFileSystem.Node
    let system: ModelFileSystem
    let generation: Int

    init(node: ModelFileSystem.Node, system: ModelFileSystem, generation: Int) {
        self.node = node
        self.system = system
        self.generation = generation
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
        try system.append(Array(bytes), to: node, generation: generation)
    }
}
