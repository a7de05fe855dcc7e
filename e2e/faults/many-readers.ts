/** Makes calls as if from many readers: rate limits count by IP, and every IP of 127.0.0.0/8 is this machine. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

const READERS = 50;
const FIRST_HOST = 10;
const agents = Array.from({ length: READERS }, (_, n) => new Agent({ keepAlive: true, localAddress: `127.0.0.${FIRST_HOST + n}` }));
let callCount = 0;

export interface Call {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | undefined;
	/** Time limit in milliseconds. */
	readonly timeoutMs: number;
}

export interface CallResponse {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Rejects if there is no complete response in time. */
export function callFromNextIp(url: string, { method = 'GET', headers = {}, body, timeoutMs }: Call): Promise<CallResponse> {
	return new Promise((resolve, reject) => {
		const agent = agents[callCount++ % READERS] as Agent;
		const outgoing = request(url, { method, headers, agent, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
			text(response).then(
				(responseBody) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: responseBody }),
				reject,
			);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}
