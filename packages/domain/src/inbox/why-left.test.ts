import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterEntry, toConditions } from '../filters/entries.ts';
import { memberRows } from '../reports/list/ranking-members.ts';
import { randomTable } from '../reports/testing/random-table.ts';
import { type Depths, packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE } from '../signals/report-table.ts';
import { SECTORS, TABS } from '../signals/sector.ts';
import { STRATEGIES, strategyNamed, TIMEFRAMES } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import type { AlertQuestion } from './message.ts';
import { explainLeaving } from './why-left.ts';

function entry(sector: FilterEntry['sector'], timeframe: FilterEntry['timeframe'], value: number): FilterEntry {
	return {
		sector,
		timeframe,
		value,
	};
}

function question(entries: readonly FilterEntry[], tab: AlertQuestion['tab'] = 'free'): AlertQuestion {
	return {
		tab,
		strategy: 'first',
		operation: 'short',
		entries,
	};
}

/** Why the second of two tickers left, with these depths on all timeframes; the first matches everything. */
function explain(depths: Depths, question: AlertQuestion, flags = FLAG_ELIGIBLE): string {
	const table = createReportTable(utcMs(0), 'reverse', 2);
	table.tickerId.set([3, 8]);
	table.flags.set([FLAG_ELIGIBLE, flags]);
	for (const words of table.words) words.set([packWord([5, 0, 5, 5, 5, 5, 0]), packWord(depths)]);
	return explainLeaving(table, 1, question, new Map(), PARAMETERS_V1);
}

describe('why a ticker left a list', () => {
	it('is first that its prices are stale, then that it is not eligible', () => {
		const alertQuestion = question([entry('volume', 'day', 3)]);
		const depths = [0, 0, 0, 0, 0, 0, 0];
		expect(explain(depths, alertQuestion, FLAG_STALE)).toBe('its prices are stale');
		expect(explain(depths, alertQuestion, FLAG_STALE | FLAG_ELIGIBLE)).toBe('its prices are stale');
		expect(explain(depths, alertQuestion, 0)).toBe('it is no longer eligible');
		expect(explain(depths, alertQuestion, FLAG_QUARANTINE)).toBe('it is no longer eligible');
	});

	it.each([
		[0, 'Volume busy 1h: down to depth 0'],
		[1, 'Volume busy 1h: down to depth 1'],
		[2, 'Volume busy 1h: down to depth 2'],
		[null, 'Volume busy 1h: not measurable'],
		[3, 'it is hidden'],
		[4, 'it is hidden'],
	])('is what became of a cell that had to stand three rings deep and has %s', (depth, words) => {
		expect(explain([0, 0, 0, depth, 0, 0, 0], question([entry('volume', 'one_hour', 3)]))).toBe(words);
	});

	it('is the first condition that does not hold, of its own sector and timeframe', () => {
		const alertQuestion = question([
			entry('call_with_put', 'day', 2),
			entry('price_long', 'fifteen_minutes', 2),
			entry('volume', 'day', 5),
		]);
		expect(explain([0, 1, 2, 4, 0, 0, 0], alertQuestion)).toBe('Fell 15m: down to depth 1');
		expect(explain([0, 2, 2, 4, 0, 0, 0], alertQuestion)).toBe('Volume busy 1d: down to depth 4');
		expect(explain([0, 0, null, 0, null, null, 0], alertQuestion)).toBe('Options busy 1d: not measurable');
	});

	it('is the group that does not hold, with the look-back of the timeframes', () => {
		const table = createReportTable(utcMs(0), 'reverse', 1);
		table.flags.set([FLAG_ELIGIBLE]);
		// Filed within five sessions, not since the previous close.
		table.information.set([9]);
		const alertQuestion = { ...question([]), groups: [{ match: 'all', filters: [{ information: 'with' }], groups: [] }] } as const;
		expect(explainLeaving(table, 0, alertQuestion, new Map(), PARAMETERS_V1)).toBe('it no longer has all of: With a filing');
		expect(explainLeaving(table, 0, { ...alertQuestion, strategy: 'third' }, new Map(), PARAMETERS_V1)).toBe('it is hidden');
	});

	it('is the group of industries that it is in no more', () => {
		const table = createReportTable(utcMs(0), 'reverse', 1);
		table.tickerId.set([7]);
		table.flags.set([FLAG_ELIGIBLE]);
		const alertQuestion = { ...question([]), groups: [{ match: 'any', filters: [{ industry: 'Software' }], groups: [] }] } as const;
		const why = (tickers: number[]) => explainLeaving(table, 0, alertQuestion, new Map([['software', new Set(tickers)]]), PARAMETERS_V1);
		expect(why([8])).toBe('it no longer has any of: Industry: Software');
		expect(why([7])).toBe('it is hidden');
	});

	it('is its tab, where the conditions hold', () => {
		expect(explain([0, 3, 0, 3, 0, 0, 0], question([entry('volume', 'day', 1)], 'extreme_rise'))).toBe('it is no longer in Extreme rise');
		expect(explain([3, 0, 0, 3, 0, 0, 0], question([entry('volume', 'day', 1)], 'extreme_fall'))).toBe('it is no longer in Extreme fall');
		expect(explain([3, 0, 0, 3, 0, 0, 2], question([], 'coiled_spring'))).toBe('it is no longer in Coiled spring');
		expect(explain([3, 0, 0, 3, 0, 0, 0], question([entry('volume', 'day', 1)], 'extreme_rise'))).toBe('it is hidden');
		expect(explain([0, 0, 0, 3, 0, 0, 2], question([], 'coiled_spring'))).toBe('it is hidden');
	});

	const questions = fc.record({
		tab: fc.constantFrom(...TABS.map(({ name }) => name)),
		strategy: fc.constantFrom(...STRATEGIES.map(({ name }) => name)),
		operation: fc.constant('short' as const),
		entries: fc.array(
			fc.record({
				sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
				timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
				value: fc.integer({ min: 1, max: 3 }),
			}),
			{ maxLength: 2 },
		),
	});

	it('is that it is hidden exactly where it matches all the same', () => {
		fc.assert(
			fc.property(randomTable, questions, (table, question) => {
				const { tab, operation, strategy, entries } = question;
				const rule = { tab, operation, strategy: strategyNamed(strategy), conditions: toConditions(entries) };
				const members = new Set(memberRows(table, rule, PARAMETERS_V1));
				for (let row = 0; row < table.count; row++)
					expect(explainLeaving(table, row, question, new Map(), PARAMETERS_V1) === 'it is hidden').toBe(members.has(row));
			}),
		);
	});
});
