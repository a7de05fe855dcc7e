/**
 * The browser side of the live connection: SignalR's JSON records over long polling, limited to events without arguments. The server is tested with
 * the unmodified @microsoft/signalr client; this one is a twentieth of its size.
 */

/** Events from the hub: a new report, or new messages. */
export type LiveEvent = 'report' | 'messages';

/** Its event names; a test ensures that the contract has the same. */
export const EVENT_NAMES: Readonly<Record<LiveEvent, string>> = { report: 'ReceiveNewReport', messages: 'ReceiveNewMessages' };

/** One call to the hub. Rejects if there is no answer or `signal` aborts. */
export type HubCall = (method: string, query: string, body?: string) => Promise<{ status: number; text: string }>;

const END = '\u001e';
const HANDSHAKE = `${JSON.stringify({ protocol: 'json', version: 1 })}${END}`;
const INVOCATION = 1;
const CLOSE = 7;

interface HubRecord {
	type?: number;
	target?: string;
	error?: string;
}

/** Complete records of an answer. Throws on an invalid record. */
export function recordsOf(text: string): HubRecord[] {
	if (text !== '' && !text.endsWith(END)) throw new Error('Message is incomplete.');
	return text
		.split(END)
		.slice(0, -1)
		.map((record) => JSON.parse(record) as HubRecord);
}

/**
 * Connects and reports every event until the server ends the connection (resolves) or it breaks (rejects). `connected` is called after the handshake.
 */
export async function listen(call: HubCall, connected: () => void, onEvent: (event: LiveEvent) => void): Promise<void> {
	const { connectionToken, error } = JSON.parse(await answered(call('POST', 'negotiate'))) as { connectionToken?: string; error?: string };
	if (connectionToken === undefined) throw new Error(error ?? 'The server offered no connection.');
	const id = encodeURIComponent(connectionToken);
	try {
		// The first poll only opens the connection; a later one answers the handshake.
		await answered(call('GET', id));
		await answered(call('POST', id, HANDSHAKE));
		for (let greeted = false; ; ) {
			const { status, text } = await call('GET', id);
			if (status === 204) return;
			if (status !== 200) throw new Error(`The hub answered ${status}.`);
			for (const { type, target, error: refusal } of recordsOf(text)) {
				if (refusal !== undefined || type === CLOSE) throw new Error(refusal ?? 'The server closed the connection.');
				const event = type === INVOCATION ? eventOf(target) : undefined;
				if (!greeted) {
					greeted = true;
					connected();
				} else if (event) onEvent(event);
			}
		}
	} finally {
		void call('DELETE', id).catch(() => {});
	}
}

async function answered(call: Promise<{ status: number; text: string }>): Promise<string> {
	const { status, text } = await call;
	if (status !== 200) throw new Error(`The hub answered ${status}.`);
	return text;
}

/** SignalR method names are not case-sensitive. */
function eventOf(target: string | undefined): LiveEvent | undefined {
	return (Object.keys(EVENT_NAMES) as LiveEvent[]).find((event) => EVENT_NAMES[event].toLowerCase() === target?.toLowerCase());
}
