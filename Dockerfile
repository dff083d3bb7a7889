# An image with the tarball of script/package in it. Commands use the database in DATABASE_URL, or else a private server in the
# volume, and read and write files in the volume. The collector must listen on all addresses to be reachable from outside:
#   docker run --publish 127.0.0.1:8080:8080 --volume bellwether:/data --env DATABASE_URL=… bellwether serve --host 0.0.0.0
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN script/package && mkdir /bellwether && tar -C /bellwether --strip-components=1 -xzf dist/*.tar.gz

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql libpq5 libxxhash0 zlib1g libzstd1 curl ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres /data
COPY --from=build /bellwether /usr/local
USER postgres
ENV BELLWETHER_DATA_DIR=/data/server
WORKDIR /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["bellwether"]
CMD ["--help"]
