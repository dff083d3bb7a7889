-- A smaller index for the pages of `quarantine list`. Run once, by the migrator, as the owner. Reads nothing.
--
-- Receipts that are equal share their entries in it; the rest of the order is sorted within an instant. Of a file of nothing
-- but bad lines, keeping four columns cost a tenth of the server's time.
DROP INDEX log.quarantine_received;
CREATE INDEX quarantine_received ON log.quarantine (received_at);
