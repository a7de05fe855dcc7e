import { describe, expect, it } from 'vitest';
import type { Health } from '../../areas/operations/handlers.ts';
import { createToolAnswer, HYPOTHETICAL_NOTE, type Json, SIMULATED_NOTE, shorten } from './tool-call.ts';

const NOW = '2026-06-30T15:50:00Z';
const health: Health = {
	status: 'ready',
	phase: 'Ready',
	progress: null,
	degraded: [],
	versions: { product: '1', engine: '1', parameters: '1', node: '24' },
	provider: { name: 'files', label: 'Files', simulated: false, public: false },
	now: NOW,
	speed: 1,
	last_report: { time: '2026-06-30T15:45:00Z', algo: 'reverse', version: 1, measured: 3, published: NOW, measured_timeframes: ['day'] },
	reports: 1,
	behind: null,
};

describe('text for an assistant', () => {
	it('names the market, its clock and its newest report beside the answer', () => {
		expect(createToolAnswer('ticker', { ticker: 'AB' }, health)).toEqual({
			as_of: NOW,
			market: { name: 'Files', now: NOW, newest_report: '2026-06-30T15:45:00Z' },
			notes: [],
			answer: { ticker: 'AB' },
		});
	});

	it.each([
		['of its report', { report: { time: '2026-06-29T15:45:00Z', as_of: '2026-06-29T15:44:00Z' }, time: NOW }, '2026-06-29T15:44:00Z'],
		['of itself', { as_of: '2026-06-28T15:45:00Z', report: null }, '2026-06-28T15:45:00Z'],
		['of the table', { time: '2026-06-27T15:45:00Z' }, '2026-06-27T15:45:00Z'],
		['of the report that it names', { report: '2026-06-26T15:45:00Z' }, '2026-06-26T15:45:00Z'],
		['of the last report that was read', { first: '2026-01-02T15:45:00Z', last: '2026-06-25T15:45:00Z' }, '2026-06-25T15:45:00Z'],
		['of the market, for columns of times', { time: ['2026-06-25T15:45:00Z'] }, NOW],
		['of the market, for nothing', null, NOW],
	])('stands as of the instant %s', (_, answer, instant) => {
		expect(createToolAnswer('charts', answer, health)?.as_of).toBe(instant);
	});

	it('says what is simulated, stale, hypothetical, missing or shortened', () => {
		const stale = { reason: 'source' as const, since: '2026-06-30T15:00:00Z', detail: 'Yahoo does not answer.' };
		const loud = { ...health, provider: { ...health.provider, simulated: true }, degraded: [stale, { ...stale, since: null }] };
		expect(createToolAnswer('forecast', null, loud)?.notes).toEqual([
			SIMULATED_NOTE,
			'Stale or incomplete since 2026-06-30T15:00:00Z: Yahoo does not answer.',
			'Stale or incomplete: Yahoo does not answer.',
			HYPOTHETICAL_NOTE,
			'There is nothing to report.',
		]);
		const items = Array.from({ length: 40 }, (_, i) => ({ i }));
		expect(createToolAnswer('tickers', { items }, health)?.notes).toEqual(['Shortened: items: the first 30 of 40.']);
	});

	it('is bounded', () => {
		const items = Array.from({ length: 500 }, () => ({ text: 'x'.repeat(700) }));
		expect(JSON.stringify(createToolAnswer('tickers', { items }, health)).length).toBeLessThan(9_000);
		const texts = Array.from({ length: 6 }, (_, i) => [`text${i}`, 'x'.repeat(2_000)]);
		expect(createToolAnswer('message', Object.fromEntries(texts), health)).toBeUndefined();
	});
});

const PLENTY = 1_000_000;

function counted(n: number, one: (i: number) => Json): Json[] {
	return Array.from({ length: n }, (_, i) => one(i));
}

function minute(i: number): string {
	return new Date(Date.UTC(2026, 0, 2, 0, i)).toISOString();
}

describe('an answer for an assistant', () => {
	it.each([
		[0.059736353689206156, 0.05974],
		[-0.018367, -0.01837],
		[63.514, 63.51],
		[1522279957.0402527, 1522279957],
		[126716040, 126716040],
		[0, 0],
	])('says the number %d as %d', (exact, shortened) => {
		expect(shorten({ value: exact }, PLENTY)?.value).toEqual({ value: shortened });
	});

	it('keeps what is not known as null, and texts as they are', () => {
		expect(shorten({ price: null, name: 'A & B', listed: false }, PLENTY)).toEqual({
			value: { price: null, name: 'A & B', listed: false },
			cuts: [],
		});
	});

	it('leaves out what is only drawn', () => {
		expect(shorten({ items: [{ ticker: 'AB', sparkline: [1, 2, 3] }], hash: 'ab' }, PLENTY)?.value).toEqual({ items: [{ ticker: 'AB' }] });
	});

	it('has the first entries of a ranked list, and says how many there are', () => {
		const whole = { total_count: 45, items: counted(45, (i) => ({ place: i + 1 })) };
		const { value, cuts } = shorten(whole, PLENTY) ?? {};
		expect(value).toEqual({ total_count: 45, items: whole.items.slice(0, 30) });
		expect(cuts).toEqual(['items: the first 30 of 45']);
	});

	it('has the newest entries of a list by time, whichever way it runs', () => {
		const oldestFirst = counted(40, (i) => ({ time: minute(i) }));
		expect(shorten({ items: oldestFirst }, PLENTY)).toEqual({
			value: { items: oldestFirst.slice(-30) },
			cuts: ['items: the newest 30 of 40'],
		});
		const newestFirst = [...oldestFirst].reverse();
		expect(shorten({ items: newestFirst }, PLENTY)?.value).toEqual({ items: newestFirst.slice(0, 30) });
	});

	it('cuts the columns of a table by time alike, and says so once', () => {
		const whole = {
			time: counted(61, minute),
			price: counted(61, (i) => i),
			sectors: [{ key: 'volume', intersections: counted(61, (i) => [i, 0, 0]) }],
			slots: [1, 2, 4],
		};
		const { value, cuts } = shorten(whole, PLENTY) ?? {};
		expect(value).toEqual({
			time: whole.time.slice(-30),
			price: whole.price.slice(-30),
			sectors: [{ key: 'volume', intersections: counted(30, (i) => [i + 31, 0, 0]) }],
			slots: [1, 2, 4],
		});
		expect(cuts).toEqual(['time: the newest 30 of 61']);
	});

	it('never cuts a list that is read by place', () => {
		const places = { intersections: [0, 5, 4, 1, 2], interval: [0.2, 0.7], sectors: counted(6, (i) => i) };
		const long = { items: counted(10, () => places) };
		const { value } = shorten(long, JSON.stringify([places]).length + 40) ?? {};
		expect(value).toEqual({ items: [places] });
	});

	it('has fewer entries where so many are too long, and none at all where one is', () => {
		const items = counted(30, (i) => ({ name: `${i}`.padEnd(100, 'x') }));
		const { value, cuts } = shorten({ items }, 1_500) ?? {};
		expect(value).toEqual({ items: items.slice(0, 10) });
		expect(cuts).toEqual(['items: the first 10 of 30']);
		expect(shorten({ text: 'x'.repeat(2_000) }, 1_500)).toBeUndefined();
	});

	it('has the beginning of a long text, and says so', () => {
		expect(shorten({ text: 'x'.repeat(2_001), short: 'x'.repeat(2_000) }, PLENTY)).toEqual({
			value: { text: 'x'.repeat(2_000), short: 'x'.repeat(2_000) },
			cuts: ['text: the first 2000 characters'],
		});
	});

	it('says of lists within lists how many of each', () => {
		const tables = counted(2, () => ({ items: counted(40, (i) => i) }));
		expect(shorten({ tables }, PLENTY)?.cuts).toEqual(['tables[].items: the first 30 of each']);
	});
});
