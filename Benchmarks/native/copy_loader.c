// Sends rows in the format of binary COPY from memory, to measure only the cost of storing them.
// Each pair of files NNNNNN.engagement and NNNNNN.permission in the folder is one transaction; with several connections
// each takes the next pair. Prints the seconds from the first BEGIN to the last COMMIT.
// usage: copy_loader URL CONNECTIONS FOLDER ENGAGEMENT_COLUMNS PERMISSION_COLUMNS
#include <dirent.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { greatest_message = 1 << 20, greatest_batches = 1 << 16, greatest_connections = 16 };

struct rows { char *bytes; size_t count; };
struct batch { struct rows engagement, permission; };

static struct batch batches[greatest_batches];
static size_t batch_count;
static atomic_size_t next_batch;
static char copy_engagement[2048], copy_permission[2048];

static void fail(const char *what, const char *why) {
    fprintf(stderr, "copy_loader: %s: %s\n", what, why);
    exit(1);
}

static struct rows read_rows(const char *folder, size_t number, const char *table) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%06zu.%s", folder, number, table);
    FILE *file = fopen(path, "rb");
    if (!file) return (struct rows){NULL, 0};
    struct stat state;
    fstat(fileno(file), &state);
    struct rows rows = {malloc(state.st_size), state.st_size};
    if (fread(rows.bytes, 1, rows.count, file) != rows.count) fail(path, "could not be read");
    fclose(file);
    return rows;
}

static void read_batches(const char *folder) {
    for (size_t number = 1; number < greatest_batches; number++) {
        struct batch batch = {read_rows(folder, number, "engagement"), read_rows(folder, number, "permission")};
        if (!batch.engagement.bytes && !batch.permission.bytes) return;
        batches[batch_count++] = batch;
    }
}

static void execute(PGconn *connection, const char *statement, ExecStatusType expected) {
    PGresult *result = PQexec(connection, statement);
    if (PQresultStatus(result) != expected) fail(statement, PQerrorMessage(connection));
    PQclear(result);
}

static void copy(PGconn *connection, const char *statement, struct rows rows) {
    if (!rows.bytes) return;
    execute(connection, statement, PGRES_COPY_IN);
    for (size_t sent = 0; sent < rows.count; sent += greatest_message) {
        size_t left = rows.count - sent;
        int length = left < greatest_message ? (int)left : greatest_message;
        if (PQputCopyData(connection, rows.bytes + sent, length) != 1) fail("send", PQerrorMessage(connection));
    }
    if (PQputCopyEnd(connection, NULL) != 1) fail("end", PQerrorMessage(connection));
    for (PGresult *result; (result = PQgetResult(connection)); PQclear(result))
        if (PQresultStatus(result) != PGRES_COMMAND_OK) fail(statement, PQerrorMessage(connection));
}

static void *send_batches(void *connection) {
    for (size_t number; (number = atomic_fetch_add(&next_batch, 1)) < batch_count;) {
        execute(connection, "BEGIN", PGRES_COMMAND_OK);
        copy(connection, copy_engagement, batches[number].engagement);
        copy(connection, copy_permission, batches[number].permission);
        execute(connection, "COMMIT", PGRES_COMMAND_OK);
    }
    return NULL;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count != 6) return 64;
    int connection_count = atoi(arguments[2]);
    if (connection_count < 1 || connection_count > greatest_connections) return 64;
    snprintf(copy_engagement, sizeof copy_engagement, "COPY log.engagement_event (%s) FROM STDIN (FORMAT binary)", arguments[4]);
    snprintf(copy_permission, sizeof copy_permission, "COPY log.permission_event (%s) FROM STDIN (FORMAT binary)", arguments[5]);
    read_batches(arguments[3]);
    PGconn *connections[greatest_connections];
    pthread_t threads[greatest_connections];
    for (int i = 0; i < connection_count; i++) {
        connections[i] = PQconnectdb(arguments[1]);
        if (PQstatus(connections[i]) != CONNECTION_OK) fail("connect", PQerrorMessage(connections[i]));
    }
    double start = now();
    for (int i = 0; i < connection_count; i++) pthread_create(&threads[i], NULL, send_batches, connections[i]);
    for (int i = 0; i < connection_count; i++) pthread_join(threads[i], NULL);
    printf("%.6f\n", now() - start);
    for (int i = 0; i < connection_count; i++) PQfinish(connections[i]);
    return 0;
}
