/**
 * Kills while delivering 10,000 alerts by mail, web push and webhook. Each must eventually be acknowledged by its receiver, always under the same
 * id. It may be repeated only if it wasn't acknowledged, or if a kill prevented recording the acknowledgement: within seconds of it, and at most as
 * many as are in progress at once.
 */
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type BrowserKeys, browserKeys, opened } from '@sw/server/outside/push/testing/browser';
import { createSignature, formatSecret } from '@sw/server/outside/webhook/webhook';
import { pause, type Scenario, stopInOrder } from './scenario.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { signIn } from './sign-in.ts';

/**
 * Receivers that survive every kill, and implement the protocols: a mail server, and behind one port every push service and every user's webhook.
 */
/** One received alert. */
interface Arrival {
	readonly id: string;
	readonly at: number;
	/** When the last byte of the acknowledgement was sent; null if there was none. */
	acknowledged: number | null;
}

interface Receivers {
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

const MAIN = join(import.meta.dirname, 'delivery-server.ts');
const NOTICES = 10_000;
const ANSWERS_WITHIN = 60_000;
const DELIVERS_WITHIN = 300_000;
/** Deliveries of a killed server are due again after three minutes, rejected ones twenty times later. */
const ENDS_WITHIN = 900_000;
const LOOK = 20;
/** Concurrent deliveries, over the three channels. */
const UNDER_WAY = 8 + 16 + 16;

/** Milliseconds between an acknowledgement and its recording; more during a store outage, which doesn't happen here. */
const NOTED_WITHIN = 10_000;

/** When a server started, and when it was killed. */
interface Life {
	readonly began: number;
	killed: number;
}

/**
 * An alert repeated after an acknowledgement: the kill in between, if any, and how long after the acknowledgement. A killed server leaves
 * connections on which receivers still acknowledge: an alert is identified by the server that sent it.
 */
interface Repeat {
	readonly kill: number | undefined;
	readonly after: number;
}

export async function delivery(scenario: Scenario): Promise<void> {
	const { randomSource, folder, kills: times, port, log, problem } = scenario;
	const browser = browserKeys();
	const secret = formatSecret(Buffer.alloc(32, 1));
	const receivers = await startReceivers({ randomSource, browser, secret, problem });
	const keys = join(folder, 'browser.json');
	writeFileSync(keys, JSON.stringify({ ...browser.keys, secret }));
	const env = {
		RECEIVER: String(receivers.webPort),
		SIGNALWHEEL_SMTP_URL: `smtp://127.0.0.1:${receivers.mailPort}`,
		SIGNALWHEEL_SPEED: '1',
	};
	const lives: Life[] = [];
	const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
		lives.push({ began: performance.now(), killed: Number.POSITIVE_INFINITY });
		const server = startServer(join(folder, 'data'), port, { ...env, ...more }, MAIN);
		await server.answers(ANSWERS_WITHIN);
		return server;
	};
	const until = async (isSo: () => boolean, within: number): Promise<boolean> => {
		const end = performance.now() + within;
		while (!isSo() && performance.now() < end) await pause(LOOK);
		return isSo();
	};

	for (let kill = 0; kill < times; kill++) {
		const before = receivers.acknowledged();
		// The kills are spread over all ten thousand deliveries, however fast the machine is.
		const at = ((kill + randomSource()) / (times + 1)) * NOTICES;
		const server = await start(kill === 0 ? { NOTICES: String(NOTICES), BROWSER: keys } : {});
		if (!(await until(() => receivers.acknowledged() > Math.max(at, before), DELIVERS_WITHIN)))
			problem(`kill ${kill + 1} found nothing to be delivered:\n${server.output()}`);
		await pause(randomSource() * LOOK);
		const target = kill % 2 === 0 ? 'node' : 'group';
		(lives.at(-1) as Life).killed = performance.now();
		await server.kill(target);
		log(
			`delivery ${kill + 1}/${times}: killed ${target}, ${receivers.acknowledged() - before} acknowledged in its life, ${receivers.acknowledged()} in all`,
		);
	}
	const server = await start();
	const delivered = (): number =>
		[...receivers.arrivals.values()].filter((arrivals) => arrivals.some(({ acknowledged }) => acknowledged !== null)).length;
	await until(() => delivered() === NOTICES, ENDS_WITHIN);
	const cookie = await signIn(server.url, join(folder, 'data'), 'admin@demo.test');
	const waiting = async (): Promise<{ state: string; channel: string; count: number }[]> => {
		const answer = await fetch(`${server.url}/api/deliveries/counts`, { headers: { cookie } });
		return ((await answer.json()) as { counts: { state: string; channel: string; count: number }[] }).counts;
	};
	// An unrecorded acknowledgement means that the delivery is repeated.
	let counts = await waiting();
	for (const end = performance.now() + ENDS_WITHIN; counts.some(({ state }) => state === 'waiting') && performance.now() < end; ) {
		await pause(1_000);
		counts = await waiting();
	}
	log(`kept: ${counts.map(({ channel, state, count }) => `${count} ${channel} ${state}`).join(', ')}`);
	if (counts.some(({ state }) => state !== 'delivered')) problem('some deliveries have not ended as delivered');
	look(receivers, lives, scenario);
	await stopInOrder(server, scenario);
	receivers.close();
}

function look(receivers: Receivers, lives: readonly Life[], { problem, log }: Scenario): void {
	const { arrivals } = receivers;
	const came = [...arrivals.values()];
	if (arrivals.size !== NOTICES) problem(`${arrivals.size} of ${NOTICES} notices came`);
	const lost = came.filter((arrivals) => arrivals.every(({ acknowledged }) => acknowledged === null)).length;
	if (lost > 0) problem(`${lost} notices were never acknowledged`);
	const renamed = came.filter((arrivals) => new Set(arrivals.map(({ id }) => id)).size > 1).length;
	if (renamed > 0) problem(`${renamed} notices came under more than one id`);
	const ids = new Set(came.map(([first]) => first?.id));
	if (ids.size !== arrivals.size) problem(`${arrivals.size} notices have ${ids.size} ids`);

	const repeats = came.flatMap((arrivals) => repeatsOf(arrivals, lives));
	for (const { after } of repeats.filter(({ kill }) => kill === undefined))
		problem(`a notice came again ${after.toFixed(0)} ms after its yes, and no kill had fallen between`);
	for (const { kill = 0, after } of repeats.filter((one) => one.kill !== undefined && one.after > NOTED_WITHIN))
		problem(`a notice came again whose yes had not been noted ${after.toFixed(0)} ms later, when kill ${kill + 1} fell`);
	for (const [kill, arrivals] of Map.groupBy(repeats, (one) => one.kill))
		if (kill !== undefined && arrivals.length > UNDER_WAY)
			problem(`${arrivals.length} notices came again after kill ${kill + 1}, more than are under way at once`);
	const all = came.reduce((sum, arrivals) => sum + arrivals.length, 0);
	const longest = Math.max(0, ...repeats.map(({ after }) => after));
	log(
		`${arrivals.size} notices, ${all} arrivals: ${all - arrivals.size - repeats.length} came again that had not been acknowledged, ${repeats.length} whose yes a kill overtook, at most ${longest.toFixed(0)} ms after it was sent`,
	);
}

function repeatsOf(arrivals: readonly Arrival[], lives: readonly Life[]): Repeat[] {
	return arrivals.slice(0, -1).flatMap(({ at, acknowledged }, i): Repeat[] => {
		if (acknowledged === null) return [];
		const next = (arrivals[i + 1] as Arrival).at;
		const life = lifeAt(lives, at);
		if (lifeAt(lives, next) === life) return [{ kill: undefined, after: next - acknowledged }];
		return [{ kill: life, after: Math.max(0, (lives[life] as Life).killed - acknowledged) }];
	});
}

function lifeAt(lives: readonly Life[], at: number): number {
	return lives.findLastIndex(({ began }) => began <= at);
}

async function startReceivers({ randomSource, browser, secret, problem }: Parts): Promise<Receivers> {
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
	const acknowledge = (one: Arrival): void => {
		one.acknowledged = performance.now();
		yeses++;
	};
	const later = (work: () => void): void => void setTimeout(work, randomSource() * SLOWEST);

	const answer = (one: Arrival, status: number, response: ServerResponse): void =>
		later(() => {
			const lot = randomSource() * 100;
			if (lot < BUSY) response.writeHead(503, { 'retry-after': '1' }).end();
			else if (lot < BUSY + CUT) response.destroy();
			else response.writeHead(status).end(() => acknowledge(one));
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
					if (signature !== createSignature(secret, String(id), Number(time), String(body))) problem(`a post is not signed: ${String(id)}`);
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
				else socket.write('250 taken\r\n', () => acknowledge(one));
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
