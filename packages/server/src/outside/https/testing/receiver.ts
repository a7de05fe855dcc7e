import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

export interface Receiver extends AsyncDisposable {
	readonly port: number;
	/** Requests in the order of arrival. */
	readonly received: ReceivedRequest[];
	/** Default: 204. */
	respond: (response: ServerResponse, received: ReceivedRequest) => void;
}

/** A local HTTP server that records what it receives. */
export async function startReceiver(): Promise<Receiver> {
	const received: ReceivedRequest[] = [];
	// A connection that is closed as idle at the moment of its reuse would fail a delivery.
	const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const receivedRequest = {
				method: request.method ?? '',
				path: request.url ?? '',
				headers: request.headers,
				body: Buffer.concat(parts),
			};
			received.push(receivedRequest);
			receiver.respond(response, receivedRequest);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		port: (server.address() as AddressInfo).port,
		received,
		respond: (response) => void response.writeHead(204).end(),
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return receiver;
}
