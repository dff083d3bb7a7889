import Foundation
import Postgres
import PrivateServer
import Synchronization
import Testing

private let isRoot = geteuid() == 0

@Suite struct ServerFolderTests {
    /// Longer than the path of a socket may be.
    private static let long = (0..<4).map { "\($0)" + String(repeating: "x", count: 99) }.joined(separator: "/")

    /// With a comma, or if it is too long, its socket is in another folder.
    @Test(arguments: ["-rf it's \"quoted\" $HOME `id` \\n 100%\nnäme 数", "a,b", long])
    func theFolderMayHaveAnyName(_ name: String) async throws {
        try await withSandbox(ServerSandbox(name)) { sandbox in
            let server = try sandbox.server()
            let lease = try await server.acquire()
            #expect(try await sandbox.query("SELECT 1", on: lease.target) == "1")
            let people = try await sandbox.run(["psql", "-XAtqc", "SELECT 2", lease.connectionString])
            #expect(people.output == "2")
            try await lease.release()
            #expect(try await !server.status().isRunning)
            // The server works again.
            let again = try await server.acquire()
            #expect(try await sandbox.query("SELECT 1", on: again.target) == "1")
            try await again.release()
        }
    }

    @Test func aLongPathUsesTheRuntimeFolderIfItIsPrivate() async throws {
        let name = String(repeating: "x", count: 100)
        let runtime = try ServerSandbox(isPrivate: true)
        let sandbox = try ServerSandbox(name, environment: ["XDG_RUNTIME_DIR": runtime.root])
        try await withSandbox(sandbox) { sandbox in
            let lease = try await sandbox.server().acquire()
            #expect(lease.target.keywords["host"]?.hasPrefix(runtime.root + "/bellwether/") == true)
            try await lease.release()
            #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.root + "/bellwether").isEmpty)
        }
        await runtime.clean()
    }

    @Test(.enabled(if: isRoot, "needs root")) func theServersUserNeedsNoWayThroughTheFoldersAbove() async throws {
        let sandbox = try ServerSandbox("data folder", isPrivate: true)
        try await withSandbox(sandbox) { sandbox in
            let lease = try await sandbox.server().acquire()
            #expect(try await sandbox.query("SELECT pg_reload_conf()", on: lease.target) == "t")
            #expect(try await sandbox.query("SELECT 1", on: lease.target) == "1")
            try await lease.release()
            #expect(sandbox.mode(sandbox.root) == 0o700)
            #expect(try await !sandbox.server().status().isRunning)
        }
    }

    @Test(.enabled(if: isRoot, "needs root")) func rootRunsTheServerAsTheFoldersOwner() async throws {
        let sandbox = try ServerSandbox(environment: ["BELLWETHER_PG_USER": "nobody"])
        try await withSandbox(sandbox) { sandbox in
            try await sandbox.server().acquire().release()
            let unnamed = try EmbeddedServer(directory: sandbox.directory, environment: ["PATH": "/usr/bin:/bin"])
            let lease = try await unnamed.acquire()
            let process = try #require(try await unnamed.status().processID)
            #expect(try await sandbox.run(["/usr/bin/stat", "-c", "%U", "/proc/\(process)"]).output == "nobody")
            try await lease.release()
        }
    }

    @Test(.enabled(if: isRoot, "needs root"), arguments: ["no-such-user", "root"])
    func aUserThatCannotRunTheServerIsNamed(_ user: String) async throws {
        let sandbox = try ServerSandbox(environment: ["BELLWETHER_PG_USER": user])
        try await expectError(in: sandbox, naming: [user, "BELLWETHER_PG_USER"])
        #expect(!FileManager.default.fileExists(atPath: sandbox.directory))
    }

    @Test(.enabled(if: !isRoot, "runs as root")) func aFolderOfSomeoneElseIsRefused() async throws {
        let server = try EmbeddedServer(directory: "/usr/share", environment: [:])
        let error = await #expect(throws: ServerError.self) { try await server.acquire() }
        #expect(error?.exitStatus == 73 && error?.description.contains("belongs to root") == true)
    }

    @Test func aFolderThatHoldsSomethingElseIsRefused() async throws {
        let sandbox = try ServerSandbox()
        mkdir(sandbox.directory, 0o700)
        chmod(sandbox.directory, 0o755)
        try Data().write(to: URL(fileURLWithPath: sandbox.directory + "/thesis.txt"))
        try await expectError(in: sandbox, status: 73, naming: [sandbox.directory, "--data-dir"], clean: false)
        #expect(sandbox.mode(sandbox.directory) == 0o755)
        await sandbox.clean()
    }

    /// The other command claims each of the folders at a random moment of the look at it.
    @Test func aFolderThatAnotherCommandIsClaimingIsNotRefused() async throws {
        let sandbox = try ServerSandbox()
        let folders = (0..<1_000).map { sandbox.root + "/\($0)" }
        for folder in folders { mkdir(folder, 0o700) }
        let looking = Atomic<Int>(-1)
        Thread {
            for (number, folder) in folders.enumerated() {
                while looking.load(ordering: .acquiring) < number {}
                for _ in 0..<Int.random(in: 0..<500) { _ = looking.load(ordering: .relaxed) }
                // As the server's account, if it is not our own.
                if isRoot { chown(folder, 65_534, 65_534) }
                close(open(folder + "/start.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
            }
        }.start()
        var refusals: [any Error] = []
        for (number, folder) in folders.enumerated() {
            let server = try EmbeddedServer(directory: folder, environment: sandbox.environment)
            looking.store(number, ordering: .releasing)
            do { _ = try await server.status() } catch { refusals.append(error) }
        }
        #expect(refusals.isEmpty, "\(refusals)")
        await sandbox.clean()
    }

    @Test func aFileInPlaceOfTheFolderIsRefused() async throws {
        let sandbox = try ServerSandbox()
        try Data().write(to: URL(fileURLWithPath: sandbox.directory))
        try await expectError(in: sandbox, status: 73, naming: [sandbox.directory, "--data-dir"])
    }

    @Test func anEmptyFolderIsMadePrivate() async throws {
        let sandbox = try ServerSandbox()
        mkdir(sandbox.directory, 0o777)
        try await withSandbox(sandbox) { sandbox in
            try await sandbox.server().acquire().release()
            #expect(sandbox.mode(sandbox.directory) == 0o700)
        }
    }

    /// The umask is that of all tests that run meanwhile: one that takes rights away would make their files unreadable
    /// to the server's account. StrangerTests have one, in a separate process.
    @Test func nothingInTheFolderIsOpenToOthersWhateverTheUmask() async throws {
        let before = umask(0)
        defer { umask(before) }
        try await withSandbox(ServerSandbox("a/b/db")) { sandbox in
            let lease = try await sandbox.server().acquire()
            let list = ["find", sandbox.directory, "-perm", "/077", "-not", "-type", "l"]
            #expect(try await sandbox.run(list).output == "")
            #expect(sandbox.mode(sandbox.directory) == 0o700)
            try await lease.release()
        }
    }

    @Test func withoutProgramsTheMessageNamesThePackage() async throws {
        let error = await #expect(throws: ServerError.self) {
            try await PostgresPrograms.find(environment: ["PATH": "/nowhere"], majorVersion: nil, places: [])
        }
        #expect(error?.exitStatus == 69)
        #expect(error?.description.contains("apt-get install postgresql") == true)
    }

    @Test func aBinaryFolderWithoutProgramsIsNamed() async throws {
        let sandbox = try ServerSandbox(environment: ["BELLWETHER_PG_BINDIR": "/etc"])
        try await expectError(in: sandbox, naming: ["BELLWETHER_PG_BINDIR", "/etc"])
    }

    @Test func aServerOfAnotherMajorVersionIsRefused() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await sandbox.server().acquire().release()
            let file = sandbox.directory + "/data/PG_VERSION"
            let version = try String(contentsOfFile: file, encoding: .utf8)
            try "9\n".write(toFile: file, atomically: false, encoding: .utf8)
            let error = await #expect(throws: ServerError.self) { try await sandbox.server().acquire() }
            #expect(error?.description.contains("postgresql-9") == true)
            try version.write(toFile: file, atomically: false, encoding: .utf8)
        }
    }

    @Test func anAddressInTheEnvironmentIsRefused() throws {
        #expect(throws: ServerError.self) {
            try EmbeddedServer(directory: "/nowhere", environment: ["PGHOSTADDR": "10.0.0.1"])
        }
    }

    private func expectError(
        in sandbox: ServerSandbox, status: Int32 = 69, naming words: [String], clean: Bool = true
    ) async throws {
        let error = await #expect(throws: ServerError.self) { try await sandbox.server().acquire() }
        #expect(error?.exitStatus == status)
        for word in words { #expect(error?.description.contains(word) == true, "\(String(describing: error))") }
        if clean { await sandbox.clean() }
    }
}
