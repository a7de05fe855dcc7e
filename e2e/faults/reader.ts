/** A user who reads and writes all the time, records what was acknowledged, and times each answer. */

import { callFromNextIp } from './many-readers.ts';
import { pause } from './scenario.ts';
import { signIn } from './sign-in.ts';

export interface Counts {
	answered: number;
	/** 503 with Retry-After. */
	refused: number;
	acknowledged: number;
}

export interface Reader {
	begin(): void;
	end(): Promise<void>;
	readCounts(): Counts;
	countRefused(): number;
	/** The slowest call since the last check, with its milliseconds. */
	takeSlowest(): string;
	/** Tries a read and a write. Returns what failed; undefined if both succeeded. */
	findFailure(): Promise<string | undefined>;
	/** Acknowledged changes that were lost. */
	findLostChanges(): Promise<string[]>;
	/** Answers that no user should get, and slow calls. */
	listFaults(): string[];
}

/** Time limit for refusing a call that needs an unavailable store. */
const MAX_REFUSAL_MS = 2_000;
/** Tolerance for a busy machine. */
const GRACE_MS = 500;
const PAUSE_MS = 40;
const FIRST_TICKER = 1;
const TICKERS = 40;

export async function createReader(url: string, folder: string): Promise<Reader> {
	const cookie = await signIn(url, folder, 'pro@demo.test');
	const counts: Counts = { answered: 0, refused: 0, acknowledged: 0 };
	const faults: string[] = [];
	/** ticker -> whether it was frozen by the last acknowledged action; undefined if an action's outcome is unknown. */
	const frozen = new Map<number, boolean | undefined>();
	let slowestCall = { call: 'none', took: 0 };
	let isRunning = false;
	let loops: Promise<void>[] = [];

	const call = async (method: string, path: string, body?: object): Promise<number> => {
		const startedAt = performance.now();
		try {
			const response = await callFromNextIp(`${url}${path}`, {
				method,
				headers: { cookie, origin: url, ...(body ? { 'content-type': 'application/json' } : {}) },
				body: body && JSON.stringify(body),
				timeoutMs: 20_000,
			});
			const took = performance.now() - startedAt;
			if (took > slowestCall.took) slowestCall = { call: `${method} ${path}: ${response.status}`, took };
			counts.answered++;
			if (response.status === 503) {
				counts.refused++;
				if (!response.headers['retry-after']) faults.push(`${method} ${path}: 503 without Retry-After`);
				if (took > MAX_REFUSAL_MS + GRACE_MS) faults.push(`${method} ${path}: refused after ${Math.round(took)} ms`);
			} else if (response.status >= 400) faults.push(`${method} ${path}: ${response.status}`);
			return response.status;
		} catch (error) {
			faults.push(`${method} ${path}: ${(error as Error).message} after ${Math.round(performance.now() - startedAt)} ms`);
			return 0;
		}
	};

	const toggleFreeze = async (ticker: number): Promise<boolean> => {
		const shouldFreeze = frozen.get(ticker) !== true;
		frozen.set(ticker, undefined);
		const status = await (shouldFreeze
			? call('POST', '/api/black-list', { tickers: [ticker] })
			: call('DELETE', `/api/black-list?tickers=${ticker}`));
		if (status < 200 || status >= 300) return false;
		counts.acknowledged++;
		frozen.set(ticker, shouldFreeze);
		return true;
	};

	const readRepeatedly = async (): Promise<void> => {
		const paths = ['/api/sector-charts?tab_type=extreme_fall&max=20', '/api/tickers?part=A', '/api/me', '/api/filters', '/main', '/'];
		for (let n = 0; isRunning; n++) {
			await call('GET', paths[n % paths.length]!);
			await pause(PAUSE_MS);
		}
	};
	const writeRepeatedly = async (): Promise<void> => {
		for (let n = 0; isRunning; n++) {
			await toggleFreeze(FIRST_TICKER + (n % TICKERS));
			await pause(PAUSE_MS);
		}
	};
	const fetchFrozen = async (): Promise<Set<number>> => {
		const response = await fetch(`${url}/api/sector-charts/black-list`, { headers: { cookie } });
		const body = (await response.json()) as { frozen: { all: number[] } };
		return new Set(body.frozen.all);
	};

	return {
		begin: () => {
			isRunning = true;
			loops = [readRepeatedly(), readRepeatedly(), writeRepeatedly()];
		},
		end: async () => {
			isRunning = false;
			await Promise.all(loops);
		},
		readCounts: () => ({ ...counts }),
		countRefused: () => counts.refused,
		takeSlowest: () => {
			const { call: name, took } = slowestCall;
			slowestCall = { call: 'none', took: 0 };
			return `${name} in ${Math.round(took)} ms`;
		},
		findFailure: async () => {
			const status = await call('GET', '/api/me');
			if (status !== 200) return `GET /api/me: ${status}`;
			return (await toggleFreeze(FIRST_TICKER + TICKERS)) ? undefined : 'a ticker could not be frozen or unfrozen';
		},
		findLostChanges: async () => {
			const frozenTickers = await fetchFrozen();
			return [...frozen]
				.filter(([ticker, on]) => on !== undefined && frozenTickers.has(ticker) !== on)
				.map(([ticker, on]) => `ticker ${ticker} was ${on ? 'frozen' : 'unfrozen'}, acknowledged, and is not`);
		},
		listFaults: () => faults,
	};
}
