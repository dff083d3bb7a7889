import Postgres
import Testing

@Suite struct ServerTroubleTests {
    /// What PostgreSQL answers after its packages were upgraded under it, or with damaged files: the code of a library that
    /// can't be loaded is that of the last system call.
    @Test(arguments: [
        ("58P01", #"could not access file "$libdir/plpgsql": No such file or directory"#),
        ("58030", #"could not read block 7 in file "base/5/2619": Input/output error"#),
        ("XX001", "invalid page in block 7 of relation base/5/2619"),
        ("XX002", #"index "t_pkey" contains unexpected zero page at block 7"#),
        ("XX000", #"could not load library "/pg/lib/plpgsql.so": /pg/lib/plpgsql.so: undefined symbol: palloc_new"#),
        ("42501", #"could not load library "/pg/lib/plpgsql.so": /pg/lib/plpgsql.so: undefined symbol: palloc_new"#),
        ("XX000", #"konnte Bibliothek »/pg/lib/plpgsql.so« nicht laden: /pg/lib/plpgsql.so: undefined symbol: f"#),
        ("XX000", #"incompatible library "/pg/lib/plpgsql.so": version mismatch"#),
    ])
    func anErrorOfTheServersFilesOrLibrariesIsItsOwnTrouble(sqlState: String, message: String) {
        let error = PostgresError(kind: .server, sqlState: sqlState, message: message, statement: "s")
        #expect(error.isServerTrouble)
    }

    @Test(arguments: [
        ("42501", #"permission denied for table "batch""#), ("42P01", #"relation "t.so" does not exist"#),
        ("XX000", "cache lookup failed for relation 12"), ("53100", "could not extend file: No space left on device"),
    ])
    func anyOtherErrorIsNot(sqlState: String, message: String) {
        let error = PostgresError(kind: .server, sqlState: sqlState, message: message, statement: "s")
        #expect(!error.isServerTrouble)
    }
}
