/**
 * The browser's side of the live connection: SignalR's JSON records over long polling, as much of it as one event needs. The server is proven
 * with the unmodified @microsoft/signalr client; this one is a twentieth of its size.
 */

/** The event that says that a report is out; the contract states the same name, and a test that they are the same. */
export const NEW_REPORT = 'ReceiveNewReport';

/** One call to the hub. Rejects when nothing answers or `signal` aborts. */
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

/** Whole records of an answer. Throws on what is no record. */
export const recordsOf = (text: string): HubRecord[] => {
	if (text !== '' && !text.endsWith(END)) throw new Error('Message is incomplete.');
	return text
		.split(END)
		.slice(0, -1)
		.map((record) => JSON.parse(record) as HubRecord);
};

const answered = async (call: Promise<{ status: number; text: string }>): Promise<string> => {
	const { status, text } = await call;
	if (status !== 200) throw new Error(`The hub answered ${status}.`);
	return text;
};

/**
 * Connects and tells every new report until the server ends the connection (resolves) or it breaks (rejects). `connected` is called once the
 * handshake is done.
 */
export const listen = async (call: HubCall, connected: () => void, onReport: () => void): Promise<void> => {
	const { connectionToken, error } = JSON.parse(await answered(call('POST', 'negotiate'))) as { connectionToken?: string; error?: string };
	if (connectionToken === undefined) throw new Error(error ?? 'The hub gave no connection.');
	const id = encodeURIComponent(connectionToken);
	try {
		// The first poll only opens the line; the handshake is answered by a later one.
		await answered(call('GET', id));
		await answered(call('POST', id, HANDSHAKE));
		for (let greeted = false; ; ) {
			const { status, text } = await call('GET', id);
			if (status === 204) return;
			if (status !== 200) throw new Error(`The hub answered ${status}.`);
			for (const { type, target, error: refusal } of recordsOf(text)) {
				if (refusal !== undefined || type === CLOSE) throw new Error(refusal ?? 'The hub closed the connection.');
				if (!greeted) {
					greeted = true;
					connected();
				} else if (type === INVOCATION && target?.toLowerCase() === NEW_REPORT.toLowerCase()) onReport();
			}
		}
	} finally {
		void call('DELETE', id).catch(() => {});
	}
};
