# Debian, because the embedded ClickHouse needs glibc. Build: docker build -t signalwheel .
# scripts/release/make-image makes the same image without an engine. To pin the base, pass it by digest: --build-arg BASE=debian@sha256:...
ARG BASE=debian:bookworm-slim

FROM node:24-bookworm-slim AS build
ARG TARGETARCH=amd64
WORKDIR /app
COPY . .
# The folder of the archive: production packages and built pages, for this processor alone.
RUN only=$([ "$TARGETARCH" = arm64 ] && echo arm64 || echo x64) \
	&& npm run release -- --dry-run --folders --only "$only" \
	&& mv dist/release/signalwheel-*-linux-"$only" /signalwheel

FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/* \
	&& useradd --uid 1000 --create-home signalwheel
COPY --from=build /signalwheel /opt/signalwheel
# PostgreSQL refuses to run as root. The image's user owns the data alone, not the program; volumes that are mounted there belong to it as well.
RUN install -d -o 1000 -g 1000 -m 0700 /data /data/previews /data/uploads /backups
LABEL org.opencontainers.image.title=Signalwheel org.opencontainers.image.licenses=Apache-2.0
USER 1000:1000
# Beyond loopback there are no demo accounts: create an administrator, see docs/install.md.
ENV HOST=0.0.0.0 PORT=8080 SIGNALWHEEL_DATA=/data PATH=/opt/signalwheel:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
EXPOSE 8080
VOLUME /data
# The first start fills a market and serves pages that show its progress; it counts as healthy once it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=15m CMD /opt/signalwheel/node_modules/node-linux-*/bin/node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["/usr/bin/tini", "--", "/opt/signalwheel/signalwheel"]
CMD ["start"]
