import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/jobs/definition.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { createDataCommands } from './data-commands.ts';
import { ACTIONS_USAGE, parseActions, parseTickers, TICKERS_USAGE } from './data-request.ts';
import { createCorrectionsHandlers, createTickerChangeHandlers } from './handlers.ts';

const NUMBERS = new Map([
	['FLT', 10 as TickerId],
	['BRK.B', 30 as TickerId],
]);
const SPLIT = { tickerId: 10 as TickerId, date: exchangeDate('2014-06-09'), ratio: 7 };
const DIVIDEND = { tickerId: 30 as TickerId, exDate: exchangeDate('2014-08-07'), amount: 0.47 };
const requests: [string, JsonObject][] = [];
const acts: [string | undefined, string][] = [];
let refusal: string | undefined;
let failed: string | null = null;

const common = {
	submit: async (kind: string, request: JsonObject): Promise<Job> => {
		requests.push([kind, request]);
		const times = { created: 0, started: null, finished: null };
		return { id: 'a', kind, request, by: '', state: 'queued', phase: '', progress: null, result: null, error: null, ...times };
	},
	calendar: nyse,
	now: () => utcMs(Date.parse('2026-06-30T19:50:00Z')),
	tickerOf: (id: TickerId) => [...NUMBERS].flatMap(([symbol, one]) => (one === id ? [{ symbol, name: '' }] : []))[0],
	tickerNamed: (symbol: string) => NUMBERS.get(symbol),
	audit: async (caller: { ipBucket: string }, act: string) => void acts.push([caller.ipBucket, act]),
	emailOf: async () => 'Signalwheel',
};
const commands = createDataCommands({
	...common,
	corrections: createCorrectionsHandlers({
		...common,
		quarantined: async () => ({ items: [], total: 0 }),
		recordedActions: async () => (id, date, type) => (id === 10 && date === SPLIT.date && type === 'split' ? SPLIT.ratio : undefined),
		timetable: { between: () => [], fill: async () => 0, reset: async () => 0 },
		ledger: async () => ({ items: [], total: 0 }),
		whyNoFetch: () => undefined,
		importOfBatch: async () => undefined,
	}),
	tickerChanges: createTickerChangeHandlers({ ...common, whyNoTickerChange: () => refusal, sharedDate: async () => undefined }),
	splits: async () => [SPLIT, { ...SPLIT, date: exchangeDate('2014-06-12'), ratio: 1 }],
	dividends: async () => [DIVIDEND],
	follow: async (_, { line }) => {
		line('1 report rebuilt');
		return { state: failed === null ? 'done' : 'failed', error: failed };
	},
});

/** The exit code and the lines of a command line; 2 and the message if it is misused. */
async function typed(name: 'actions' | 'tickers', ...words: string[]): Promise<[number, string[]]> {
	const request =
		name === 'actions'
			? parseActions(words, () => 'ticker,date,type,value\nFLT,2020-08-31,split,4\nNONE,2020-08-31,split,4\n')
			: parseTickers(words);
	if (typeof request === 'string') return [2, [request]];
	const lines: string[] = [];
	return [await commands[name]([JSON.stringify(request)], (line) => lines.push(line)), lines];
}

beforeEach(() => {
	requests.length = 0;
	acts.length = 0;
	refusal = undefined;
	failed = null;
});

describe('signalwheel actions', () => {
	it('lists what is recorded, as a table that it can import', async () => {
		const lines = ['ticker,date,type,value', 'FLT,2014-06-09,split,7', 'BRK.B,2014-08-07,dividend,0.47'];
		expect(await typed('actions', 'list')).toEqual([0, lines]);
		expect(await typed('actions', 'list', 'brk-b')).toEqual([0, [lines[0], lines[2]]]);
		expect(await typed('actions', 'list', 'NONE')).toEqual([1, ["There is no ticker 'NONE'."]]);
	});

	it('adds a split or dividend, says so in the audit log, and waits for the reports', async () => {
		const [exit, lines] = await typed('actions', 'add', 'split', 'flt', '2020-08-31', '4');
		expect([exit, lines]).toEqual([
			0,
			['FLT,2020-08-31,split,4', '1 report rebuilt', '1 accepted, 0 refused. Applied; the affected reports were rebuilt.'],
		]);
		await typed('actions', 'add', 'dividend', 'BRK.B', '2020-08-31', '0.5');
		expect(requests).toEqual([
			['corporate_actions', { splits: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }], dividends: [] }],
			['corporate_actions', { splits: [], dividends: [{ ticker_id: 30, date: '2020-08-31', amount: 0.5 }] }],
		]);
		expect(acts).toEqual([
			['command line', 'correction.corporate_actions'],
			['command line', 'correction.corporate_actions'],
		]);
	});

	it('applies nothing in a dry run, and names refused rows with exit code 1', async () => {
		expect(await typed('actions', 'add', 'split', 'FLT', '2020-08-31', '4', '--dry-run')).toEqual([
			0,
			['FLT,2020-08-31,split,4', '1 accepted, 0 refused. Dry run: nothing was applied.'],
		]);
		expect(requests).toEqual([]);
		const [exit, lines] = await typed('actions', 'import', 'x.csv');
		expect([exit, lines[0], requests.length]).toEqual([1, "line 3, NONE: There is no ticker 'NONE'.", 1]);
		expect(await typed('actions', 'add', 'split', 'FLT', '2020-08-30', '4')).toMatchObject([
			1,
			[expect.stringContaining('closed on 2020-08-30'), expect.anything()],
		]);
	});

	it('revokes a split, and passes on why a job failed', async () => {
		expect(await typed('actions', 'revoke', 'split', 'FLT', '2014-06-09')).toEqual([
			0,
			['1 report rebuilt', 'Revoked; the affected reports were rebuilt.'],
		]);
		expect(requests).toMatchObject([['splits', { apply: [], revoke: [{ ticker_id: 10, date: '2014-06-09' }] }]]);
		expect(await typed('actions', 'revoke', 'split', 'FLT', '2014-06-10')).toEqual([
			1,
			["No split of FLT is recorded on 2014-06-10; 'actions list' shows those that are."],
		]);
		expect(requests).toHaveLength(1);
		failed = 'The store is down.';
		expect(await typed('actions', 'revoke', 'split', 'FLT', '2014-06-09')).toEqual([1, ['1 report rebuilt', 'The store is down.']]);
	});

	it.each([
		[[], ACTIONS_USAGE],
		[['add'], ACTIONS_USAGE],
		[['list', 'A', 'B'], ACTIONS_USAGE],
		[['list', '--dry-run'], '--dry-run belongs to add and import.'],
		[['add', 'merger', 'FLT', '2020-08-31', '4'], "Add a split or a dividend, not 'merger'."],
		[['add', 'split', 'FLT', '31.08.2020', '4'], "'31.08.2020' isn't a date such as 2020-08-31."],
		[['add', 'split', 'FLT', '2020-08-31', '4,5'], "'4,5' contains a comma, semicolon, tab or quote."],
		[['revoke', 'dividend', 'FLT', '2020-08-31'], expect.stringContaining('Only a split can be revoked')],
		[['add', '--force'], expect.stringContaining('--force')],
	])('%j is misused', async (words, message) => {
		expect(await typed('actions', ...words)).toEqual([2, [message]]);
	});
});

describe('signalwheel tickers', () => {
	it('renames, and removes once it is sure', async () => {
		expect(await typed('tickers', 'rename', 'FLT', 'CPAY', '2024-03-25')).toEqual([
			0,
			['1 report rebuilt', 'From 2024-03-25 on, FLT is CPAY.'],
		]);
		const [exit, lines] = await typed('tickers', 'remove', 'brk-b');
		expect([exit, lines.at(-1), requests.length]).toEqual([1, 'Nothing was removed. Add --yes to remove it.', 1]);
		expect((await typed('tickers', 'remove', 'brk-b', '--yes'))[0]).toBe(0);
		expect(requests).toEqual([
			['rename_ticker', { from: 'FLT', to: 'CPAY', date: '2024-03-25' }],
			['remove_ticker', { ticker_id: 30, ticker: 'BRK.B' }],
		]);
	});

	it('says why a market refuses it', async () => {
		refusal = 'The tickers of Alpaca come from its own list.';
		expect(await typed('tickers', 'rename', 'FLT', 'CPAY', '2024-03-25')).toEqual([1, [refusal]]);
		expect(await typed('tickers', 'remove', 'FLT', '--yes')).toEqual([1, [refusal]]);
	});

	it.each([
		[[], TICKERS_USAGE],
		[['remove'], TICKERS_USAGE],
		[['rename', 'FLT', 'CPAY'], TICKERS_USAGE],
		[['rename', 'FLT', 'CPAY', 'March'], "'March' isn't a date such as 2020-08-31."],
	])('%j is misused', async (words, message) => {
		expect(await typed('tickers', ...words)).toEqual([2, [message]]);
	});
});
