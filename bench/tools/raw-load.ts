/** Sends prepared requests as bytes over keep-alive connections, so that the client adds little to the product's work. */
import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** A POST of a form, as bytes. */
export function formRequest(url: URL, path: string, form: string): Buffer {
	return Buffer.from(
		`POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
	);
}

/** Sends each request once, over this many connections. Returns how many were answered 200, in total and per second. */
export async function rawLoad(url: URL, requests: readonly Buffer[], connections: number): Promise<{ rate: number; acknowledged: number }> {
	let sent = 0;
	const began = performance.now();
	const answered = await Promise.all(Array.from({ length: connections }, () => sendOver(url, () => requests[sent++])));
	const acknowledged = answered.reduce((sum, one) => sum + one, 0);
	return { rate: acknowledged / ((performance.now() - began) / 1000), acknowledged };
}

/**
 * Over one connection, sends the next request as soon as the last one is answered, until there are no more. Returns how many were answered 200; rejects
 * for any other status.
 */
function sendOver({ hostname, port }: URL, next: () => Buffer | undefined): Promise<number> {
	return new Promise((resolve, reject) => {
		let [answered, rest] = [0, ''];
		const socket = connect(Number(port), hostname);
		const send = (): void => {
			const request = next();
			if (request) socket.write(request);
			else socket.end(() => resolve(answered));
		};
		socket.setNoDelay(true).setEncoding('latin1');
		socket.once('connect', send);
		socket.on('data', (text: string) => {
			const found = answersIn(rest + text);
			rest = found.rest;
			for (const status of found.statuses) {
				if (status !== '200') socket.destroy(new Error(`Answered ${status}`));
				answered++;
				send();
			}
		});
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('The connection was closed')));
	});
}

/** Statuses of the complete HTTP answers in the text, and the incomplete rest. */
function answersIn(text: string): { statuses: string[]; rest: string } {
	const statuses: string[] = [];
	let rest = text;
	for (;;) {
		const head = rest.indexOf(END_OF_HEAD);
		if (head < 0) return { statuses, rest };
		const length = Number(LENGTH.exec(rest.slice(0, head))?.[1] ?? 0);
		const end = head + END_OF_HEAD.length + length;
		if (rest.length < end) return { statuses, rest };
		statuses.push(rest.slice(9, 12));
		rest = rest.slice(end);
	}
}
