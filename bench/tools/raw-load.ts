/** Sends prepared requests as bytes over keep-alive connections, so that the client adds little to the product's work. */
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

/** A POST of a form, as bytes. */
export function createFormRequest(url: URL, path: string, form: string): Buffer {
	return Buffer.from(
		`POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
	);
}

/** Sends each request once, over this many connections. Returns how many got status 200, in total and per second. */
export async function sendLoad(
	url: URL,
	requests: readonly Buffer[],
	connections: number,
): Promise<{ rate: number; acknowledged: number }> {
	let nextIndex = 0;
	const startedAt = performance.now();
	const counts = await Promise.all(Array.from({ length: connections }, () => sendOverConnection(url, () => requests[nextIndex++])));
	const acknowledged = counts.reduce((sum, count) => sum + count, 0);
	return { rate: acknowledged / ((performance.now() - startedAt) / 1000), acknowledged };
}

/**
 * Over one connection, sends the next request as soon as the last one is answered, until there are no more. Returns how many got status 200; rejects
 * for any other status.
 */
function sendOverConnection({ hostname, port }: URL, takeRequest: () => Buffer | undefined): Promise<number> {
	return new Promise((resolve, reject) => {
		let [acknowledged, incompleteText] = [0, ''];
		const socket = connect(Number(port), hostname);
		const send = (): void => {
			const request = takeRequest();
			if (request) socket.write(request);
			else socket.end(() => resolve(acknowledged));
		};
		socket.setNoDelay(true).setEncoding('latin1');
		socket.once('connect', send);
		socket.on('data', (text: string) => {
			const parsed = parseResponses(incompleteText + text);
			incompleteText = parsed.rest;
			for (const status of parsed.statuses) {
				if (status !== '200') socket.destroy(new Error(`Unexpected status ${status}`));
				acknowledged++;
				send();
			}
		});
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('The connection was closed')));
	});
}

/** Statuses of the complete HTTP responses in the text, and the incomplete rest. */
function parseResponses(text: string): { statuses: string[]; rest: string } {
	const statuses: string[] = [];
	let rest = text;
	for (;;) {
		const head = rest.indexOf(END_OF_HEAD);
		if (head < 0) return { statuses, rest };
		const length = Number(CONTENT_LENGTH.exec(rest.slice(0, head))?.[1] ?? 0);
		const end = head + END_OF_HEAD.length + length;
		if (rest.length < end) return { statuses, rest };
		statuses.push(rest.slice(9, 12));
		rest = rest.slice(end);
	}
}
