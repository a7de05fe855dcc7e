# Debian, because the embedded ClickHouse needs glibc. Build: docker build -t signalwheel .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs what package-lock.json names, then builds the web application.
RUN node scripts/boot.mjs build

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app /app
# PostgreSQL refuses to run as root. The image's user 'node' owns the data alone, not the program; volumes that are mounted there belong to it as well.
RUN install -d -o node -g node -m 0700 /data /data/previews /data/uploads
USER node
# Beyond loopback there are no demo accounts: make an administrator, see docs/operations.md.
ENV HOST=0.0.0.0 PORT=8080 SIGNALWHEEL_DATA=/data
EXPOSE 8080
VOLUME /data
# The first start fills a market and serves pages that say how far it is; it counts as healthy once it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=15m CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/boot.mjs"]
CMD ["start"]
