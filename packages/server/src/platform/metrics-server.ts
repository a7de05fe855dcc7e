import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Metrics {
	/** Returns the metrics in Prometheus's text format. */
	text(): Promise<string>;
	readonly contentType: string;
}

export interface MetricsServer {
	/** host:port */
	readonly address: string;
	close(): Promise<void>;
}

/** Serves GET /metrics without authentication, on a separate port, because scrapers have no session. */
export async function openMetricsServer(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<MetricsServer> {
	const server: Server = createServer((request, response) => {
		if (request.method !== 'GET' || request.url !== '/metrics') {
			response.writeHead(404).end();
			return;
		}
		metrics.text().then(
			(text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
			() => response.writeHead(500).end(),
		);
	});
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
	server.unref();
	const { address, port: boundPort } = server.address() as AddressInfo;
	return {
		address: `${address}:${boundPort}`,
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
