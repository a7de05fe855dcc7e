import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a fake vendor responds to a request. */
export type Answer =
	| { json: unknown; status?: number; headers?: Record<string, string> }
	| { text: string; status?: number; type?: string; headers?: Record<string, string> }
	/** Sends part of the body, then drops the connection. */
	| { cut: string }
	/** Never responds: the request stays open until the client disconnects. `onReceived` is called when it arrives. */
	| { silent: true; onReceived?: () => void };

export interface VendorRequest {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: string;
}

/** A vendor on loopback that responds by a script and records requests. */
export interface FakeVendor {
	readonly url: string;
	readonly requests: readonly VendorRequest[];
	/** Faults, each returned once before the script continues. */
	readonly faults: Answer[];
	close(): Promise<void>;
}

export function createHtmlResponse(status = 200): Answer {
	return { text: '<!doctype html><title>Just a moment</title>', type: 'text/html', status };
}

export function createRateLimitResponse(seconds: number): Answer {
	return {
		json: { message: 'too many requests' },
		status: 429,
		headers: { 'retry-after': String(seconds) },
	};
}

export function createErrorResponse(status = 500): Answer {
	return { json: { message: 'internal' }, status };
}

export async function startFakeVendor(script: (request: VendorRequest) => Answer): Promise<FakeVendor> {
	const requests: VendorRequest[] = [];
	const faults: Answer[] = [];
	const sendResponse = (response: ServerResponse, reply: Answer): void => {
		if ('silent' in reply) {
			reply.onReceived?.();
			return;
		}
		if ('cut' in reply) {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(reply.cut.length + 1000) });
			response.write(reply.cut, () => response.destroy());
			return;
		}
		const body = 'json' in reply ? JSON.stringify(reply.json) : reply.text;
		const type = 'json' in reply ? 'application/json' : (reply.type ?? 'text/plain');
		response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
		response.end(body);
	};
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? '/', 'http://fake');
		let body = '';
		for await (const chunk of request) body += chunk;
		const vendorRequest: VendorRequest = {
			method: request.method ?? 'GET',
			path: url.pathname,
			query: url.searchParams,
			headers: request.headers,
			body,
		};
		requests.push(vendorRequest);
		sendResponse(response, faults.shift() ?? script(vendorRequest));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		faults,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
