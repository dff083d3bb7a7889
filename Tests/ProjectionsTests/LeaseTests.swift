import EventLog
import Postgres
import Projections
import TestSupport
import Testing

/// Two projectors that each believe they are the only one.
@Suite struct LeaseTests {
    @Test func whoLostItsLeaseInAStepTakesNothingInThatAnotherTookInToo() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(300), batchSize: 30)
            try await history.watchMoves(
                pausingAt: 2, "PERFORM pg_advisory_unlock(hashtextextended('projection journey', 0));")
            let pause = try await history.inTransaction("SELECT pg_advisory_lock(\(Self.pause))")
            let (one, other) = (try await history.anotherProjector(), try await history.anotherProjector())
            async let first = one.bringUp()
            try await history.waitFor(1, waitingFor: "advisory")
            // The lease is free although the first projector is in the middle of a step.
            async let second = other.bringUp()
            try await history.waitFor(1, waitingFor: "transactionid")
            await pause.close()
            _ = try await (first, second)
            let moves = try await history.moves()
            // Ten batches, and the one that marks the file as complete.
            #expect(moves.filter { $0[0] == "journey" }.map { $0[1] } == (0..<11).map { "\($0) → \($0 + 1)" })
            #expect(Set(moves.filter { $0[0] == "journey" }.map { $0[2] }).count == 2)
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func whereTheConnectionOfALeaseIsCutAnotherProjectorGoesOn() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(100), batchSize: 20)
            try await history.watchMoves(pausingAt: 3, "")
            let pause = try await history.inTransaction("SELECT pg_advisory_lock(\(Self.pause))")
            let (one, other) = (try await history.anotherProjector(), try await history.anotherProjector())
            let first = Task { try await one.bringUp() }
            try await history.waitFor(1, waitingFor: "advisory")
            async let second = other.bringUp()
            _ = try await history.log.rows(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'UPDATE checkpoint%'
                """)
            let error = await #expect(throws: PostgresError.self) { try await first.value }
            #expect(error?.kind == .connection)
            await pause.close()
            _ = try await second
            let journey = try await history.moves().filter { $0[0] == "journey" }.map { $0[1] }
            // Five batches, and the one that marks the file as complete.
            #expect(journey == (0..<6).map { "\($0) → \($0 + 1)" })
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func whoseRebuildAnotherEndedIsToldSo() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(100), batchSize: 20)
            try await history.project()
            let state = try await history.everything()
            // Interferes between the first chunk and the next.
            let error = await #expect(throws: ProjectionError.self) {
                try await history.projector.rebuild(Projection.all) { _ in
                    history.interfere("SELECT projection.drop_generation()")
                }
            }
            #expect(error?.kind == .busy && error?.description == Self.takenOver)
            let left = try await history.everything()
            #expect(left == state)
            try await history.rebuild()
            let rebuilt = try await history.everything()
            #expect(rebuilt == state)
        }
    }

    @Test func whoLostItsRebuildPutsNothingIntoThatOfAnother() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(100), batchSize: 20)
            try await history.project()
            let state = try await history.everything()
            let error = await #expect(throws: ProjectionError.self) {
                try await history.projector.rebuild(Projection.all) { progress in
                    // `deliveries` has no fill. At this point all other projections are filled, and quality is the next
                    // to be brought up.
                    if progress.projection == "deliveries" { history.interfere(Self.rebuildOfQuality) }
                }
            }
            #expect(error?.kind == .busy && error?.description == Self.takenOver)
            let filled = try await history.log.rows("SELECT count(*) FROM projection_next.quality_cell")
            #expect(filled == [["0"]])
            let left = try await history.everything()
            #expect(left == state)
        }
    }

    private static let takenOver = """
        Another program has swapped in or dropped the tables of this rebuild, or begun another rebuild: wait for it, \
        then run this again.
        """

    /// The start of a rebuild of only the quality projection.
    private static let rebuildOfQuality = """
        SELECT projection.make_generation(
            '{quality_cell,quality_counted,named_model,shared_installation}'::text[]
        );
        INSERT INTO projection_next.settings SELECT settings.* FROM projection.settings;
        INSERT INTO projection_next.checkpoint (position, version, name, sql_sha256, backfill_head)
        SELECT 0, live.version, live.name, live.sql_sha256, live.position
        FROM projection.checkpoint AS live
        WHERE live.name = 'quality'
        """

    /// The key of the advisory lock at which a projector pauses.
    fileprivate static let pause = 4_711
}

extension History {
    /// Records every committed move of a checkpoint. When the journey's checkpoint moves to `position`, runs PL/pgSQL
    /// code and then waits while the pause lock is held.
    fileprivate func watchMoves(pausingAt position: Int, _ body: String) async throws {
        for statement in [
            "CREATE TABLE public.moved (number serial, name text, move text, pid integer)",
            """
            CREATE FUNCTION public.on_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
            BEGIN
                INSERT INTO public.moved (name, move, pid)
                VALUES (NEW.name, OLD.position || ' → ' || NEW.position, pg_backend_pid());
                IF NEW.name = 'journey' AND NEW.position = \(position) THEN
                    \(body)
                    PERFORM pg_advisory_xact_lock(\(LeaseTests.pause));
                END IF;
                RETURN NEW;
            END $$
            """,
            """
            CREATE TRIGGER on_move BEFORE UPDATE ON projection.checkpoint
            FOR EACH ROW EXECUTE FUNCTION public.on_move()
            """,
        ] { _ = try await log.rows(statement) }
    }

    /// Runs statements of another program in the middle of a rebuild.
    fileprivate func interfere(_ statements: String) {
        do {
            let connection = try Connection(log.database.target)
            try connection.script(Statement(file: "test", text: statements))
        } catch {
            Issue.record(error)
        }
    }

    /// Returns the projection, move and process id of each recorded move, and ends the recording.
    fileprivate func moves() async throws -> [[String?]] {
        _ = try await log.rows("DROP TRIGGER on_move ON projection.checkpoint")
        return try await log.rows("SELECT name, move, pid FROM public.moved ORDER BY number")
    }
}
