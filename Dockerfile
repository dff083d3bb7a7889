# The same steps as script/package, for those who run containers. The database is that of DATABASE_URL, else a private cluster in
# the volume; files that commands read and write are in the volume too. In a container the collector is to listen on all addresses:
#   docker run --publish 8080:8080 --volume bellwether:/data --env DATABASE_URL=… bellwether serve --host 0.0.0.0
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN script/package && mkdir /bellwether && tar -C /bellwether --strip-components=1 -xzf dist/*.tar.gz

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql libpq5 zlib1g libzstd1 \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres /data
COPY --from=build /bellwether /usr/local
USER postgres
ENV BELLWETHER_DATA_DIR=/data/cluster
WORKDIR /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["bellwether"]
CMD ["--help"]
