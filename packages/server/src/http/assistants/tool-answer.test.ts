import { describe, expect, it } from 'vitest';
import type { Health } from '../../areas/operations/handlers.ts';
import { HYPOTHETICAL_NOTE, SIMULATED_NOTE, toolAnswerOf } from './tool-answer.ts';

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
	behind: null,
};

describe('text for an assistant', () => {
	it('names the market, its clock and its newest report beside the answer', () => {
		expect(toolAnswerOf('ticker', { ticker: 'AB' }, health)).toEqual({
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
		expect(toolAnswerOf('charts', answer, health)?.as_of).toBe(instant);
	});

	it('says what is simulated, stale, hypothetical, missing or shortened', () => {
		const stale = { reason: 'source' as const, since: '2026-06-30T15:00:00Z', detail: 'Yahoo does not answer.' };
		const loud = { ...health, provider: { ...health.provider, simulated: true }, degraded: [stale, { ...stale, since: null }] };
		expect(toolAnswerOf('forecast', null, loud)?.notes).toEqual([
			SIMULATED_NOTE,
			'Stale or incomplete since 2026-06-30T15:00:00Z: Yahoo does not answer.',
			'Stale or incomplete: Yahoo does not answer.',
			HYPOTHETICAL_NOTE,
			'There is nothing to report.',
		]);
		const items = Array.from({ length: 40 }, (_, i) => ({ i }));
		expect(toolAnswerOf('tickers', { items }, health)?.notes).toEqual(['Shortened: items: the first 30 of 40.']);
	});

	it('is bounded', () => {
		const items = Array.from({ length: 500 }, () => ({ text: 'x'.repeat(700) }));
		expect(JSON.stringify(toolAnswerOf('tickers', { items }, health)).length).toBeLessThan(9_000);
		const texts = Array.from({ length: 6 }, (_, i) => [`text${i}`, 'x'.repeat(2_000)]);
		expect(toolAnswerOf('message', Object.fromEntries(texts), health)).toBeUndefined();
	});
});
