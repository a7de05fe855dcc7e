/** Calls as from many readers: rate limits count by address, and every address of 127.0.0.0/8 is this machine. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

const READERS = 50;
const FIRST = 10;
const agents = Array.from({ length: READERS }, (_, n) => new Agent({ keepAlive: true, localAddress: `127.0.0.${FIRST + n}` }));
let calls = 0;

export interface Call {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string | undefined;
	/** Time limit in milliseconds. */
	readonly within: number;
}

export interface Answer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** Rejects without a complete answer in time. */
export function callFromNextAddress(url: string, { method = 'GET', headers = {}, body, within }: Call): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const agent = agents[calls++ % READERS] as Agent;
		const sent = request(url, { method, headers, agent, signal: AbortSignal.timeout(within) }, (answer) => {
			text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }), reject);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}
