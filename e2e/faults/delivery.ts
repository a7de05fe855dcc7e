/**
 * Kills while delivering 10,000 alerts by mail, web push and webhook. Each must eventually be acknowledged by its receiver, always under the same
 * id. It may be repeated only if it wasn't acknowledged, or if a kill prevented recording the acknowledgement: within seconds of it, and at most as
 * many as are in progress at once.
 */
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type BrowserKeys, createBrowserKeys, decryptPush } from '@sw/server/outside/push/testing/browser';
import { createSignature, formatSecret } from '@sw/server/outside/webhook/webhook';
import { pause, type Scenario, stopCleanly } from './scenario.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { signIn } from './sign-in.ts';

// The receivers survive every kill and implement the real protocols: one is a mail server; the other, behind one port, plays every push
// service and every user's webhook. They reject some deliveries and leave some unanswered, so that alerts are
// delivered again.
/** One received alert. */
interface Arrival {
	readonly id: string;
	readonly receivedAt: number;
	/** When the last byte of the acknowledgement was sent; null if there was none. */
	acknowledgedAt: number | null;
}

interface Receivers {
	readonly mailPort: number;
	readonly webPort: number;
	/** By channel and filter. */
	readonly arrivals: ReadonlyMap<string, Arrival[]>;
	/** Acknowledgements so far. */
	countAcknowledged(): number;
	close(): void;
}

interface ReceiverOptions {
	/** Seeded random number, 0 to 1. */
	randomSource(): number;
	readonly browser: BrowserKeys;
	readonly secret: string;
	/** Reports that something unreadable or unsigned was received. */
	reportProblem(text: string): void;
}

/** Receivers answer within this time. */
const MAX_RESPONSE_MS = 25;

/** Percentages of deliveries that are temporarily rejected, and that are accepted but never answered. */
const [REJECTED_PERCENT, UNANSWERED_PERCENT] = [2, 1];

const MAIN = join(import.meta.dirname, 'delivery-server.ts');
const ALERT_COUNT = 10_000;
const MAX_START_MS = 60_000;
const MAX_DELIVERY_MS = 300_000;
/** Deliveries of a killed server are due again after three minutes, rejected ones twenty times later. */
const MAX_REMAINING_MS = 900_000;
const POLL_MS = 20;
/** Concurrent deliveries, over the three channels. */
const MAX_CONCURRENT = 8 + 16 + 16;

/** Maximum milliseconds between an acknowledgement and its recording; more during a store outage, which doesn't happen here. */
const MAX_RECORDING_MS = 10_000;

/** When a server started, and when it was killed. */
interface ServerLife {
	readonly startedAt: number;
	killedAt: number;
}

/**
 * An alert repeated after an acknowledgement: the kill in between, if any, and the milliseconds from the acknowledgement to that kill or else to the
 * repetition. A killed server leaves connections on which receivers still acknowledge, so an arrival belongs to the server that was running then.
 */
interface Repeat {
	readonly kill: number | undefined;
	readonly delayMs: number;
}

export async function runDelivery(scenario: Scenario): Promise<void> {
	const { randomSource, folder, kills: killCount, port, log, reportProblem } = scenario;
	const browser = createBrowserKeys();
	const secret = formatSecret(Buffer.alloc(32, 1));
	const receivers = await startReceivers({ randomSource, browser, secret, reportProblem });
	const keysFile = join(folder, 'browser.json');
	writeFileSync(keysFile, JSON.stringify({ ...browser.keys, secret }));
	const env = {
		RECEIVER: String(receivers.webPort),
		SIGNALWHEEL_SMTP_URL: `smtp://127.0.0.1:${receivers.mailPort}`,
		SIGNALWHEEL_SPEED: '1',
	};
	const lives: ServerLife[] = [];
	const startNextServer = async (extraEnv: Record<string, string> = {}): Promise<ServerProcess> => {
		lives.push({ startedAt: performance.now(), killedAt: Number.POSITIVE_INFINITY });
		const server = startServer(join(folder, 'data'), port, { ...env, ...extraEnv }, MAIN);
		await server.waitForAnswer(MAX_START_MS);
		return server;
	};
	const waitUntil = async (isFulfilled: () => boolean, timeoutMs: number): Promise<boolean> => {
		const deadline = performance.now() + timeoutMs;
		while (!isFulfilled() && performance.now() < deadline) await pause(POLL_MS);
		return isFulfilled();
	};

	for (let kill = 0; kill < killCount; kill++) {
		const acknowledgedBefore = receivers.countAcknowledged();
		// The kills are spread over all ten thousand deliveries, however fast the machine is.
		const killAfterCount = ((kill + randomSource()) / (killCount + 1)) * ALERT_COUNT;
		const server = await startNextServer(kill === 0 ? { NOTICES: String(ALERT_COUNT), BROWSER: keysFile } : {});
		if (!(await waitUntil(() => receivers.countAcknowledged() > Math.max(killAfterCount, acknowledgedBefore), MAX_DELIVERY_MS)))
			reportProblem(`kill ${kill + 1} found nothing to be delivered:\n${server.output()}`);
		await pause(randomSource() * POLL_MS);
		const target = kill % 2 === 0 ? 'node' : 'group';
		(lives.at(-1) as ServerLife).killedAt = performance.now();
		await server.kill(target);
		log(
			`delivery ${kill + 1}/${killCount}: killed ${target}, ${receivers.countAcknowledged() - acknowledgedBefore} acknowledged in its life, ${receivers.countAcknowledged()} in all`,
		);
	}
	const server = await startNextServer();
	const countDelivered = (): number =>
		[...receivers.arrivals.values()].filter((arrivals) => arrivals.some(({ acknowledgedAt }) => acknowledgedAt !== null)).length;
	await waitUntil(() => countDelivered() === ALERT_COUNT, MAX_REMAINING_MS);
	const cookie = await signIn(server.url, join(folder, 'data'), 'admin@demo.test');
	const fetchCounts = async (): Promise<{ state: string; channel: string; count: number }[]> => {
		const response = await fetch(`${server.url}/api/deliveries/counts`, { headers: { cookie } });
		return ((await response.json()) as { counts: { state: string; channel: string; count: number }[] }).counts;
	};
	// An unrecorded acknowledgement means that the delivery is repeated.
	let counts = await fetchCounts();
	for (
		const deadline = performance.now() + MAX_REMAINING_MS;
		counts.some(({ state }) => state === 'waiting') && performance.now() < deadline;
	) {
		await pause(1_000);
		counts = await fetchCounts();
	}
	log(`stored deliveries: ${counts.map(({ channel, state, count }) => `${count} ${channel} ${state}`).join(', ')}`);
	if (counts.some(({ state }) => state !== 'delivered')) reportProblem('some deliveries have not ended as delivered');
	checkArrivals(receivers, lives, scenario);
	await stopCleanly(server, scenario);
	receivers.close();
}

function checkArrivals(receivers: Receivers, lives: readonly ServerLife[], { reportProblem, log }: Scenario): void {
	const { arrivals: arrivalsByAlert } = receivers;
	const arrivalGroups = [...arrivalsByAlert.values()];
	if (arrivalsByAlert.size !== ALERT_COUNT) reportProblem(`${arrivalsByAlert.size} of ${ALERT_COUNT} alerts arrived`);
	const lost = arrivalGroups.filter((arrivals) => arrivals.every(({ acknowledgedAt }) => acknowledgedAt === null)).length;
	if (lost > 0) reportProblem(`${lost} alerts were never acknowledged`);
	const ambiguousCount = arrivalGroups.filter((arrivals) => new Set(arrivals.map(({ id }) => id)).size > 1).length;
	if (ambiguousCount > 0) reportProblem(`${ambiguousCount} alerts arrived under more than one id`);
	const ids = new Set(arrivalGroups.map(([first]) => first?.id));
	if (ids.size !== arrivalsByAlert.size) reportProblem(`${arrivalsByAlert.size} alerts have ${ids.size} ids`);

	const repetitions = arrivalGroups.flatMap((arrivals) => findRepeats(arrivals, lives));
	for (const { delayMs } of repetitions.filter(({ kill }) => kill === undefined))
		reportProblem(`an alert was repeated ${delayMs.toFixed(0)} ms after its acknowledgement, without a kill in between`);
	for (const { kill = 0, delayMs } of repetitions.filter(
		(repetition) => repetition.kill !== undefined && repetition.delayMs > MAX_RECORDING_MS,
	))
		reportProblem(`an alert was repeated whose acknowledgement had not been recorded ${delayMs.toFixed(0)} ms later, at kill ${kill + 1}`);
	for (const [kill, repeats] of Map.groupBy(repetitions, (repetition) => repetition.kill))
		if (kill !== undefined && repeats.length > MAX_CONCURRENT)
			reportProblem(`${repeats.length} alerts were repeated after kill ${kill + 1}, more than are in progress at once`);
	const arrivalCount = arrivalGroups.reduce((sum, arrivals) => sum + arrivals.length, 0);
	const longestMs = Math.max(0, ...repetitions.map(({ delayMs }) => delayMs));
	log(
		`${arrivalsByAlert.size} alerts, ${arrivalCount} arrivals: ${arrivalCount - arrivalsByAlert.size - repetitions.length} repeated that had not been acknowledged, ${repetitions.length} repeated because of a kill before the acknowledgement was recorded, at most ${longestMs.toFixed(0)} ms after it was sent`,
	);
}

function findRepeats(arrivals: readonly Arrival[], lives: readonly ServerLife[]): Repeat[] {
	return arrivals.slice(0, -1).flatMap(({ receivedAt, acknowledgedAt }, i): Repeat[] => {
		if (acknowledgedAt === null) return [];
		const nextAt = (arrivals[i + 1] as Arrival).receivedAt;
		const life = findLife(lives, receivedAt);
		if (findLife(lives, nextAt) === life) return [{ kill: undefined, delayMs: nextAt - acknowledgedAt }];
		return [{ kill: life, delayMs: Math.max(0, (lives[life] as ServerLife).killedAt - acknowledgedAt) }];
	});
}

function findLife(lives: readonly ServerLife[], at: number): number {
	return lives.findLastIndex(({ startedAt }) => startedAt <= at);
}

async function startReceivers({ randomSource, browser, secret, reportProblem }: ReceiverOptions): Promise<Receivers> {
	const arrivals = new Map<string, Arrival[]>();
	let acknowledgedCount = 0;
	const addArrival = (channel: string, title: string, id: string): Arrival => {
		const name = /List \d+/.exec(title)?.[0];
		if (!name || !id) reportProblem(`something arrived by ${channel} without the name of a list: ${title} ${id}`);
		const arrival: Arrival = { id, receivedAt: performance.now(), acknowledgedAt: null };
		const key = `${channel} ${name}`;
		arrivals.set(key, [...(arrivals.get(key) ?? []), arrival]);
		return arrival;
	};
	const acknowledge = (arrival: Arrival): void => {
		arrival.acknowledgedAt = performance.now();
		acknowledgedCount++;
	};
	const runLater = (action: () => void): void => void setTimeout(action, randomSource() * MAX_RESPONSE_MS);

	const respond = (arrival: Arrival, status: number, response: ServerResponse): void =>
		runLater(() => {
			const draw = randomSource() * 100;
			if (draw < REJECTED_PERCENT) response.writeHead(503, { 'retry-after': '1' }).end();
			else if (draw < REJECTED_PERCENT + UNANSWERED_PERCENT) response.destroy();
			else response.writeHead(status).end(() => acknowledge(arrival));
		});

	const webServer = createHttpServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('error', () => {});
		request.on('end', () => {
			const body = Buffer.concat(parts);
			const { host, topic = '', 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signature } = request.headers;
			try {
				if (host === 'fcm.googleapis.com') {
					const payload = JSON.parse(decryptPush(body, browser)) as { id: string; title: string };
					if (payload.id.replaceAll('-', '') !== topic)
						reportProblem(`a push of ${payload.title} has the topic ${String(topic)} and the id ${payload.id}`);
					respond(addArrival('push', payload.title, payload.id), 201, response);
				} else {
					if (signature !== createSignature(secret, String(id), Number(time), String(body)))
						reportProblem(`a post is not signed: ${String(id)}`);
					const payload = JSON.parse(String(body)) as { data: { messages: { subject: string }[] } };
					respond(addArrival('webhook', payload.data.messages[0]?.subject ?? '', String(id)), 204, response);
				}
			} catch (error) {
				reportProblem(`what arrived at ${host} could not be read: ${String(error)}`);
				response.destroy();
			}
		});
	});

	const sockets = new Set<Socket>();
	const mailServer = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
		let incompleteLine = '';
		let mailLines: string[] | undefined;
		const receiveMail = (lines: readonly string[]): void => {
			const text = lines.join('\n');
			const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? '';
			const id = /^Message-ID: <([0-9a-f-]{36})@/m.exec(text)?.[1] ?? '';
			const arrival = addArrival('mail', subject, id);
			runLater(() => {
				const draw = randomSource() * 100;
				if (draw < REJECTED_PERCENT) socket.write('451 come back\r\n');
				else if (draw < REJECTED_PERCENT + UNANSWERED_PERCENT) socket.destroy();
				else socket.write('250 taken\r\n', () => acknowledge(arrival));
			});
		};
		const replyTo = (line: string): void => {
			if (line.startsWith('EHLO')) socket.write('250-faults\r\n250 HELP\r\n');
			else if (line === 'DATA') {
				mailLines = [];
				socket.write('354 go on\r\n');
			} else if (line === 'QUIT') socket.end('221 bye\r\n');
			else socket.write('250 yes\r\n');
		};
		socket.on('data', (bytes) => {
			const lines = (incompleteLine + String(bytes)).split('\r\n');
			incompleteLine = lines.pop() ?? '';
			for (const line of lines) {
				if (mailLines === undefined) replyTo(line);
				else if (line === '.') {
					receiveMail(mailLines);
					mailLines = undefined;
				} else mailLines.push(line);
			}
		});
		socket.write('220 faults\r\n');
	});
	await Promise.all([startListening(webServer), startListening(mailServer)]);
	return {
		mailPort: readPort(mailServer),
		webPort: readPort(webServer),
		arrivals,
		countAcknowledged: () => acknowledgedCount,
		close: () => {
			for (const socket of sockets) socket.destroy();
			webServer.closeAllConnections();
			webServer.close();
			mailServer.close();
		},
	};
}

function startListening(server: Server): Promise<void> {
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
}

function readPort(server: Server): number {
	return (server.address() as AddressInfo).port;
}
