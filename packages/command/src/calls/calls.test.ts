import { ApiError } from '@sw/contract/client/api-error';
import { describe, expect, it } from 'vitest';
import { createRetry } from '../commands/watch.ts';
import type { Failure } from '../shell/exit.ts';
import { runInProcess } from '../testing/command-world.ts';
import { toFailure } from './connect.ts';

const KEY = 'swk_abc';
type Sent = { url: string; init: RequestInit };

async function listing(answer: () => Response | Promise<Response>, env: Record<string, string> = {}, args: readonly string[] = []) {
	const sent: Sent[] = [];
	const fetch = async (url: unknown, init: unknown) => {
		sent.push({ url: String(url), init: init as RequestInit });
		return answer();
	};
	const ended = await runInProcess(['list', ...args], { env: { SIGNALWHEEL_KEY: KEY, ...env }, fetch: fetch as typeof globalThis.fetch });
	return { ...ended, sent };
}

const EMPTY = { items: [], total_count: 0, tab_type: 'free', operation: 'short', timeframes: [], report: null, time: null };

describe('a call', () => {
	it('goes to the server that was named, with the key in its header and nowhere else', async () => {
		const { sent } = await listing(() => Response.json(EMPTY), { SIGNALWHEEL_URL: 'https://a.test/below/' }, [
			'--tab',
			'free',
			'--cap',
			'mega_cap,nano_cap',
		]);
		expect(sent.map(({ url }) => url)).toEqual([
			'https://a.test/below/api/sector-charts?max=20&tab_type=free&marketcap=mega_cap&marketcap=nano_cap',
		]);
		expect(sent[0]?.init).toMatchObject({
			redirect: 'manual',
			headers: { authorization: `Bearer ${KEY}`, 'user-agent': 'signalwheel/0.0.0-test' },
		});
	});

	it.each([
		['ftp://a.test', "The server's address must have the form"],
		['a.test', "The server's address must have the form"],
		['https://me:secret@a.test', "The server's address must have the form"],
	])('is not made to %s', async (server, words) => {
		const { exit, err, sent } = await listing(() => Response.json(EMPTY), {}, ['--server', server]);
		expect([exit, sent]).toEqual([2, []]);
		expect(err).toContain(words);
	});

	it.each([
		['http://a.test', true],
		['http://localhost:8080', false],
		['http://127.0.0.1:1', false],
		['http://[::1]:8080', false],
		['https://a.test', false],
	])('to %s says that its key is readable on the way: %s', async (server, isWarned) => {
		const { err } = await listing(() => Response.json(EMPTY), { SIGNALWHEEL_URL: server });
		expect(err.includes('without TLS')).toBe(isWarned);
	});

	it.each([
		[
			'a server that sends elsewhere',
			() => new Response(null, { status: 301, headers: { location: 'https://b.test/' } }),
			'redirects to https://b.test/',
		],
		[
			'another kind of server',
			() => new Response('<h1>It works</h1>', { headers: { 'content-type': 'text/html' } }),
			"isn't a Signalwheel server",
		],
		['a server behind a broken proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'The server answered with status 502.'],
		['an unknown host', () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } })), ': unknown host'],
		['a server that takes too long', () => Promise.reject(new DOMException('', 'TimeoutError')), "didn't respond within 120 s"],
	])('to %s ends with 4', async (_, answer, words) => {
		const { exit, out, err } = await listing(answer);
		expect([exit, out]).toEqual([4, '']);
		expect(err).toContain(words);
	});
});

describe('a refusal', () => {
	const problem = (status: number, detail: string, errors: { field: string; message: string }[] = []) =>
		new ApiError(status, { status, title: 'T', detail, errors }, detail);
	const options = { tab: { type: 'string', parameter: 'tab_type', about: '' } } as const;
	const ended = (error: ApiError) => {
		const { exitCode, message } = toFailure(error, options) as Failure;
		return [exitCode, message];
	};

	it.each([
		[0, 4],
		[400, 2],
		[403, 3],
		[404, 1],
		[409, 3],
		[422, 3],
		[429, 4],
		[500, 4],
		[503, 4],
	])('of status %i ends with %i, in the words of the server', (status, exit) => {
		expect(ended(problem(status, 'No.'))).toEqual([exit, 'No.']);
	});

	it('names options by what was typed, and says what 401 means', () => {
		const errors = [
			{ field: 'tab_type', message: 'No tab.' },
			{ field: 'other', message: 'No.' },
		];
		expect(ended(problem(400, 'No.', errors))).toEqual([2, '--tab: No tab.\nother: No.']);
		expect(ended(problem(401, 'No.'))[1]).toContain('has expired, was revoked');
	});

	it('leaves what is no refusal as it is', () => {
		const fault = new TypeError('x');
		expect(toFailure(fault, options)).toBe(fault);
	});
});

describe('patience', () => {
	const waiting = (answers: readonly (ApiError | string)[], stopped = new AbortController()) => {
		const left = [...answers];
		const paused: number[] = [];
		let err = '';
		const ask = createRetry({
			pause: async (ms) => void paused.push(ms),
			stopSignal: stopped.signal,
			err: { write: (text) => (err += text), isTerminal: false, width: 80 },
		});
		const answer = ask(async () => {
			const next = left.shift();
			if (next instanceof ApiError) throw next;
			return next;
		});
		return { answer, paused, errorOutput: () => err };
	};
	const away = new ApiError(0, undefined, 'Gone.');

	it('doubles its pauses up to a minute, and speaks twice', async () => {
		const { answer, paused, errorOutput } = waiting([...Array.from({ length: 8 }, () => away), 'there']);
		expect(await answer).toBe('there');
		expect(paused).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
		expect(errorOutput()).toBe('Gone. Retrying...\nThe server is available again.\n');
	});

	it('waits for the configured time', async () => {
		const busy = new ApiError(429, undefined, 'Busy.', { headers: new Headers({ 'retry-after': '17' }) });
		const { answer, paused } = waiting([busy, 'there']);
		await answer;
		expect(paused).toEqual([17_000]);
	});

	it('has none with a refusal, and none once it is stopped', async () => {
		await expect(waiting([new ApiError(403, undefined, 'No.')]).answer).rejects.toThrow('No.');
		const stopped = new AbortController();
		stopped.abort('SIGINT');
		await expect(waiting([away, 'there'], stopped).answer).rejects.toBe('SIGINT');
	});
});

describe('start', () => {
	it('hands its options to the product as the variables that they are', async () => {
		const started: unknown[] = [];
		const startProduct = async (settings: unknown) => void started.push(settings);
		expect((await runInProcess(['start', '--port', '9000', '--data', 'x'], { startServer: startProduct })).exit).toBe(0);
		expect((await runInProcess(['start', 'now'], { startServer: startProduct })).exit).toBe(2);
		expect(started).toEqual([{ PORT: '9000', SIGNALWHEEL_DATA: 'x' }]);
	});
});

describe('a command of the server', () => {
	it('gets its arguments as they are, and its exit code is passed on', async () => {
		const calls: unknown[] = [];
		const runServer = async (...words: unknown[]): Promise<number> => calls.push(words) + 1;
		expect((await runInProcess(['backup', '--verify', 'x'], { runServer })).exit).toBe(2);
		expect((await runInProcess(['rollback'], { runServer })).exit).toBe(3);
		expect(calls).toEqual([
			['backup', ['--verify', 'x']],
			['rollback', []],
		]);
		const help = await runInProcess(['rollback', '--help'], { runServer });
		expect(help).toMatchObject({ exit: 0, out: expect.stringContaining('signalwheel rollback [--yes]') });
		expect(calls).toHaveLength(2);
	});
});
