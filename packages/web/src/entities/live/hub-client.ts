/**
 * The browser's part of the live connection: SignalR's JSON records over long polling, only for events without arguments. The server is tested
 * with the original @microsoft/signalr client, which is twenty times as large as this one.
 */

/** Events from the hub: a new report, or new messages. */
export type LiveEvent = 'report' | 'messages';

/** The hub's names of the events. A test ensures that they match the contract. */
export const EVENT_NAMES: Readonly<Record<LiveEvent, string>> = { report: 'ReceiveNewReport', messages: 'ReceiveNewMessages' };

/** Sends one request to the hub. `query` is 'negotiate' or the encoded connection token. Rejects if there is no response or the request is aborted. */
export type HubCall = (method: string, query: string, body?: string) => Promise<{ status: number; text: string }>;

const RECORD_END = '\u001e';
const HANDSHAKE = `${JSON.stringify({ protocol: 'json', version: 1 })}${RECORD_END}`;
const INVOCATION = 1;
const CLOSE = 7;

interface HubRecord {
	type?: number;
	target?: string;
	error?: string;
}

/** Parses the records of a response. Throws if the last record is incomplete or a record isn't JSON. */
export function parseRecords(text: string): HubRecord[] {
	if (text !== '' && !text.endsWith(RECORD_END)) throw new Error('Message is incomplete.');
	return text
		.split(RECORD_END)
		.slice(0, -1)
		.map((record) => JSON.parse(record) as HubRecord);
}

/**
 * Connects and passes every event to `onEvent`. Resolves when the server ends the connection; rejects when the connection breaks. `onConnected`
 * is called after the handshake.
 */
export async function listenToHub(call: HubCall, onConnected: () => void, onEvent: (event: LiveEvent) => void): Promise<void> {
	const { connectionToken, error } = JSON.parse(await expectOk(call('POST', 'negotiate'))) as { connectionToken?: string; error?: string };
	if (connectionToken === undefined) throw new Error(error ?? 'The server offered no connection.');
	const id = encodeURIComponent(connectionToken);
	try {
		// The first poll only opens the connection. A later poll returns the response to the handshake.
		await expectOk(call('GET', id));
		await expectOk(call('POST', id, HANDSHAKE));
		for (let hasHandshake = false; ; ) {
			const { status, text } = await call('GET', id);
			if (status === 204) return;
			if (status !== 200) throw new Error(`The hub answered ${status}.`);
			for (const { type, target, error: closeError } of parseRecords(text)) {
				if (closeError !== undefined || type === CLOSE) throw new Error(closeError ?? 'The server closed the connection.');
				const event = type === INVOCATION ? eventOf(target) : undefined;
				if (!hasHandshake) {
					hasHandshake = true;
					onConnected();
				} else if (event) onEvent(event);
			}
		}
	} finally {
		void call('DELETE', id).catch(() => {});
	}
}

async function expectOk(call: Promise<{ status: number; text: string }>): Promise<string> {
	const { status, text } = await call;
	if (status !== 200) throw new Error(`The hub answered ${status}.`);
	return text;
}

/** Finds the event of a SignalR method name, ignoring case as SignalR does. */
function eventOf(target: string | undefined): LiveEvent | undefined {
	return (Object.keys(EVENT_NAMES) as LiveEvent[]).find((event) => EVENT_NAMES[event].toLowerCase() === target?.toLowerCase());
}

/** Platform functions used to share one connection between the tabs of a browser. */
export interface TabParts {
	/** Runs `task` while this tab has the lock. Rejects if `signal` aborts before the tab gets the lock. */
	withLock(task: () => Promise<void>, signal: AbortSignal): Promise<void>;
	/** Sends an event to the other tabs. */
	notify(event: LiveEvent): void;
	/** Called when the shared connection opens or breaks. */
	onConnection(isConnected: boolean): void;
	/** Waits; rejects when `signal` aborts. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
	log(message: string): void;
}

/** Delays before the first, second, ... attempt to connect. The last one applies to all later attempts. */
const RETRY_MS = [0, 2_000, 10_000, 30_000, 60_000];

/**
 * Keeps one connection for all tabs. The tab with the lock connects again whenever the connection ends, and passes every event to all tabs,
 * including itself. Aborting `signal` passes the lock to the next tab.
 */
export async function keepOneConnection(
	parts: TabParts,
	connect: (onConnected: () => void, onEvent: (event: LiveEvent) => void, signal: AbortSignal) => Promise<void>,
	handleEvent: (event: LiveEvent) => void,
	signal: AbortSignal,
): Promise<void> {
	const notify = (event: LiveEvent): void => {
		parts.notify(event);
		handleEvent(event);
	};
	const keepConnected = async (): Promise<void> => {
		for (let attempts = 0; !signal.aborted; attempts++) {
			await parts.wait(RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)] ?? 0, signal);
			try {
				await connect(
					() => {
						parts.onConnection(true);
						// Events can have been missed while the connection was broken, so every tab asks for the newest report.
						if (attempts > 0) notify('report');
						attempts = 0;
					},
					notify,
					signal,
				);
			} catch (error) {
				if (!signal.aborted) parts.onConnection(false);
				if (!signal.aborted) parts.log(`Live connection: ${error instanceof Error ? error.message : String(error)}`);
			}
		}
	};
	// Aborting is not a failure, whether this tab waits for the lock or has it.
	await parts.withLock(keepConnected, signal).catch(() => {});
}
