/**
 * Receivers that survive every kill, and implement the protocols: a mail server, and behind one port every push service and every user's webhook.
 */
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type BrowserKeys, opened } from '@sw/server/outside/push/testing/browser';
import { signatureOf } from '@sw/server/outside/webhook/webhook';

/** One received alert. */
export interface Arrival {
	readonly id: string;
	readonly at: number;
	/** When the last byte of the acknowledgement was sent; null if there was none. */
	acknowledged: number | null;
}

export interface Receivers {
	readonly mailPort: number;
	readonly webPort: number;
	/** By channel and filter. */
	readonly arrivals: ReadonlyMap<string, Arrival[]>;
	/** Acknowledgements so far. */
	acknowledged(): number;
	close(): void;
}

interface Parts {
	/** Seeded random number, 0 to 1. */
	randomSource(): number;
	readonly browser: BrowserKeys;
	readonly secret: string;
	/** Something unreadable or unsigned was received. */
	problem(text: string): void;
}

/** Maximum delay of an answer in milliseconds. */
const SLOWEST = 25;
/** Percentages: temporarily rejected, and accepted but never answered. */
const [BUSY, CUT] = [2, 1];

export async function startReceivers({ randomSource, browser, secret, problem }: Parts): Promise<Receivers> {
	const arrivals = new Map<string, Arrival[]>();
	let yeses = 0;
	const arrived = (channel: string, title: string, id: string): Arrival => {
		const name = /List \d+/.exec(title)?.[0];
		if (!name || !id) problem(`something came by ${channel} that names no list: ${title} ${id}`);
		const one: Arrival = { id, at: performance.now(), acknowledged: null };
		const key = `${channel} ${name}`;
		arrivals.set(key, [...(arrivals.get(key) ?? []), one]);
		return one;
	};
	const say = (one: Arrival): void => {
		one.acknowledged = performance.now();
		yeses++;
	};
	const later = (work: () => void): void => void setTimeout(work, randomSource() * SLOWEST);

	const answer = (one: Arrival, status: number, response: ServerResponse): void =>
		later(() => {
			const lot = randomSource() * 100;
			if (lot < BUSY) response.writeHead(503, { 'retry-after': '1' }).end();
			else if (lot < BUSY + CUT) response.destroy();
			else response.writeHead(status).end(() => say(one));
		});

	const web = createHttpServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('error', () => {});
		request.on('end', () => {
			const body = Buffer.concat(parts);
			const { host, topic = '', 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signature } = request.headers;
			try {
				if (host === 'fcm.googleapis.com') {
					const reported = JSON.parse(opened(body, browser)) as { id: string; title: string };
					if (reported.id.replaceAll('-', '') !== topic)
						problem(`a push of ${reported.title} has the topic ${String(topic)} and the id ${reported.id}`);
					answer(arrived('push', reported.title, reported.id), 201, response);
				} else {
					if (signature !== signatureOf(secret, String(id), Number(time), String(body))) problem(`a post is not signed: ${String(id)}`);
					const reported = JSON.parse(String(body)) as { data: { messages: { subject: string }[] } };
					answer(arrived('webhook', reported.data.messages[0]?.subject ?? '', String(id)), 204, response);
				}
			} catch (error) {
				problem(`what came to ${host} could not be read: ${String(error)}`);
				response.destroy();
			}
		});
	});

	const sockets = new Set<Socket>();
	const mail = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
		let rest = '';
		let mail: string[] | undefined;
		const take = (lines: readonly string[]): void => {
			const text = lines.join('\n');
			const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
			const id = /^Message-ID: <([0-9a-f-]{36})@/m.exec(text)?.[1] ?? '';
			const one = arrived('mail', subject, id);
			later(() => {
				const lot = randomSource() * 100;
				if (lot < BUSY) socket.write('451 come back\r\n');
				else if (lot < BUSY + CUT) socket.destroy();
				else socket.write('250 taken\r\n', () => say(one));
			});
		};
		const reply = (line: string): void => {
			if (line.startsWith('EHLO')) socket.write('250-faults\r\n250 HELP\r\n');
			else if (line === 'DATA') {
				mail = [];
				socket.write('354 go on\r\n');
			} else if (line === 'QUIT') socket.end('221 bye\r\n');
			else socket.write('250 yes\r\n');
		};
		socket.on('data', (bytes) => {
			const lines = (rest + String(bytes)).split('\r\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				if (mail === undefined) reply(line);
				else if (line === '.') {
					take(mail);
					mail = undefined;
				} else mail.push(line);
			}
		});
		socket.write('220 faults\r\n');
	});
	await Promise.all([listening(web), listening(mail)]);
	return {
		mailPort: portOf(mail),
		webPort: portOf(web),
		arrivals,
		acknowledged: () => yeses,
		close: () => {
			for (const socket of sockets) socket.destroy();
			web.closeAllConnections();
			web.close();
			mail.close();
		},
	};
}

function listening(server: Server): Promise<void> {
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
}

function portOf(server: Server): number {
	return (server.address() as AddressInfo).port;
}
