/** A user who reads and writes all the time, records what was acknowledged, and times each answer. */

import { callFromNextAddress } from './many-readers.ts';
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
	counts(): Counts;
	refused(): number;
	/** The slowest call since the last check, with its milliseconds. */
	slowest(): string;
	/** Whether a read of the past and a write succeed now. */
	works(): Promise<string | undefined>;
	/** Acknowledged changes that were lost. */
	lostActs(): Promise<string[]>;
	/** Answers that no user should get, and slow calls. */
	faults(): string[];
}

/** Time limit for refusing a call that needs an unavailable store. */
const ANSWERED_WITHIN = 2_000;
/** On a busy machine. */
const GRACE = 500;
const BETWEEN = 40;
const FIRST_TICKER = 1;
const TICKERS = 40;

export async function createReader(url: string, folder: string): Promise<Reader> {
	const cookie = await signIn(url, folder, 'pro@demo.test');
	const counts: Counts = { answered: 0, refused: 0, acknowledged: 0 };
	const faults: string[] = [];
	/** ticker -> whether it was frozen by the last acknowledged action; undefined if an action's outcome is unknown. */
	const frozen = new Map<number, boolean | undefined>();
	let slowest = { call: 'none', took: 0 };
	let going = false;
	let loops: Promise<void>[] = [];

	const call = async (method: string, path: string, body?: object): Promise<number> => {
		const began = performance.now();
		try {
			const answer = await callFromNextAddress(`${url}${path}`, {
				method,
				headers: { cookie, origin: url, ...(body ? { 'content-type': 'application/json' } : {}) },
				body: body && JSON.stringify(body),
				within: 20_000,
			});
			const took = performance.now() - began;
			if (took > slowest.took) slowest = { call: `${method} ${path}: ${answer.status}`, took };
			counts.answered++;
			if (answer.status === 503) {
				counts.refused++;
				if (!answer.headers['retry-after']) faults.push(`${method} ${path}: 503 without Retry-After`);
				if (took > ANSWERED_WITHIN + GRACE) faults.push(`${method} ${path}: refused after ${Math.round(took)} ms`);
			} else if (answer.status >= 400) faults.push(`${method} ${path}: ${answer.status}`);
			return answer.status;
		} catch (error) {
			faults.push(`${method} ${path}: ${(error as Error).message} after ${Math.round(performance.now() - began)} ms`);
			return 0;
		}
	};

	const freeze = async (ticker: number): Promise<boolean> => {
		const on = frozen.get(ticker) !== true;
		frozen.set(ticker, undefined);
		const status = await (on
			? call('POST', '/api/black-list', { tickers: [ticker] })
			: call('DELETE', `/api/black-list?tickers=${ticker}`));
		if (status < 200 || status >= 300) return false;
		counts.acknowledged++;
		frozen.set(ticker, on);
		return true;
	};

	const read = async (): Promise<void> => {
		const paths = ['/api/sector-charts?tab_type=extreme_fall&max=20', '/api/tickers?part=A', '/api/me', '/api/filters', '/main', '/'];
		for (let n = 0; going; n++) {
			await call('GET', paths[n % paths.length]!);
			await pause(BETWEEN);
		}
	};
	const write = async (): Promise<void> => {
		for (let n = 0; going; n++) {
			await freeze(FIRST_TICKER + (n % TICKERS));
			await pause(BETWEEN);
		}
	};
	const frozenNow = async (): Promise<Set<number>> => {
		const answer = await fetch(`${url}/api/sector-charts/black-list`, { headers: { cookie } });
		const body = (await answer.json()) as { frozen: { all: number[] } };
		return new Set(body.frozen.all);
	};

	return {
		begin: () => {
			going = true;
			loops = [read(), read(), write()];
		},
		end: async () => {
			going = false;
			await Promise.all(loops);
		},
		counts: () => ({ ...counts }),
		refused: () => counts.refused,
		slowest: () => {
			const { call: name, took } = slowest;
			slowest = { call: 'none', took: 0 };
			return `${name} in ${Math.round(took)} ms`;
		},
		works: async () => {
			const me = await call('GET', '/api/me');
			if (me !== 200) return `GET /api/me: ${me}`;
			return (await freeze(FIRST_TICKER + TICKERS)) ? undefined : 'a ticker could not be frozen or unfrozen';
		},
		lostActs: async () => {
			const now = await frozenNow();
			return [...frozen]
				.filter(([ticker, on]) => on !== undefined && now.has(ticker) !== on)
				.map(([ticker, on]) => `ticker ${ticker} was ${on ? 'frozen' : 'unfrozen'}, acknowledged, and is not`);
		},
		faults: () => faults,
	};
}
