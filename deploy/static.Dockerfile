# In the folder of the unpacked tarball: docker build -t rejudge .
# One static binary and nothing else; /tmp is made for it.
FROM debian:bookworm-slim AS folders
RUN mkdir -p /bare/tmp /bare/data && chmod 1777 /bare/tmp && chown 65534:65534 /bare/data

FROM scratch
COPY --from=folders /bare /
COPY bin/rejudge /rejudge
USER 65534:65534
WORKDIR /data
# Studies are read from here; the database of a single server is kept in /data.
VOLUME ["/studies", "/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/rejudge"]
CMD ["serve", "/studies", "--listen", "0.0.0.0:8080", "--database", "/data/rejudge.sqlite"]
