import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INFORMATION_CHOICES } from '../../filings/information-choice.ts';
import { toRowGroups } from '../../filters/industries.ts';
import { RANDOM_INDUSTRIES, randomGroups } from '../../filters/testing/random-groups.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { strategyNamed } from '../../time/timeframe.ts';
import { randomTable } from '../testing/random-table.ts';
import type { ListQuestion } from './list-question.ts';
import { countRows, rankPage } from './ranking.ts';
import { memberRows } from './ranking-members.ts';
import { choosePage, extractRow, rowMask, rowOfTicker } from './row-mask.ts';

const question: ListQuestion = { tab: 'free', operation: 'short', strategy: strategyNamed('first') };

const asking = fc.record({
	tab: fc.constantFrom('free' as const, 'extreme_rise' as const, 'coiled_spring' as const),
	groups: randomGroups({ ranges: true }).map((groups) => toRowGroups(groups, RANDOM_INDUSTRIES)),
	information: fc.option(fc.constantFrom(...INFORMATION_CHOICES), { nil: undefined }),
});

describe('masks over a shared ranking', () => {
	it('find the rows of ids, and pass over those that are not there', () => {
		fc.assert(
			fc.property(randomTable, fc.array(fc.integer({ min: 0, max: 200 })), (table, ids) => {
				const rows = ids.map((id) => table.tickerId.indexOf(id));
				expect(ids.map((id) => rowOfTicker(table, id))).toEqual(rows);
				const mask = rowMask(table, ids);
				expect([...mask.keys()].filter((row) => mask[row] === 1)).toEqual(
					[...new Set(rows.filter((row) => row >= 0))].sort((a, b) => a - b),
				);
			}),
		);
	});

	it('find none behind the rows that are in use', () => {
		const table = { tickerId: Uint32Array.of(3, 5, 9), count: 2 };
		expect([2, 3, 4, 5, 6, 9, 10].map((id) => rowOfTicker(table, id))).toEqual([-1, 0, -1, 1, -1, -1, -1]);
		expect(rowOfTicker({ tickerId: new Uint32Array(0), count: 0 }, 0)).toBe(-1);
	});

	it('give the same pages as a ranking that was asked without the hidden rows', () => {
		const ids = fc.uniqueArray(fc.integer({ min: 10, max: 190 }), { maxLength: 20 });
		const page = fc.record({ skip: fc.integer({ min: 0, max: 30 }), max: fc.integer({ min: 1, max: 20 }) });
		fc.assert(
			fc.property(randomTable, ids, fc.option(ids), page, (table, hidden, only, drawn) => {
				const symbolRank = Uint32Array.from(table.tickerId.keys());
				const whole = rankPage(table, symbolRank, question, PARAMETERS_V1, { skip: 0, max: table.count });
				const chosen = choosePage(whole, { only: only ? rowMask(table, only) : undefined, hidden: [rowMask(table, hidden)] }, drawn);
				const narrowed = { ...question, exclude: new Set(hidden), ...(only ? { only: new Set(only) } : {}) };
				const plain = rankPage(table, symbolRank, narrowed, PARAMETERS_V1, drawn);
				expect([...chosen.rows]).toEqual([...plain.rows]);
				expect([...chosen.rates]).toEqual([...plain.rates]);
				expect(chosen.total).toBe(plain.total);
			}),
		);
	});

	it('ask the rules of lists about one ticker alone', () => {
		fc.assert(
			fc.property(randomTable, asking, (table, { tab, groups, information }) => {
				const narrowed: ListQuestion = {
					...question,
					tab,
					groups,
					information,
					conditions: [{ sector: 'volume', timeframe: 2, value: 1 }],
					caps: ['mid_cap', 'undefined'],
				};
				const members = new Set(memberRows(table, narrowed, PARAMETERS_V1));
				for (let row = 0; row < table.count; row++)
					expect(countRows(extractRow(table, row), narrowed, PARAMETERS_V1)).toBe(members.has(row) ? 1 : 0);
			}),
		);
	});

	it('keep the rows of one mask where nothing is hidden, and all where nothing is chosen', () => {
		const ranking = { rows: Uint32Array.of(3, 1, 0, 2), rates: Uint16Array.of(40, 30, 20, 10) };
		const chosen = choosePage(ranking, { only: Uint8Array.of(1, 0, 1, 1), hidden: [] }, { skip: 1, max: 2 });
		expect([chosen.total, [...chosen.rows], [...chosen.rates]]).toEqual([3, [0, 2], [20, 10]]);
		const all = choosePage(ranking, { hidden: [] }, { skip: 1, max: 2 });
		expect([all.total, [...all.rows], [...all.rates]]).toEqual([4, [1, 0], [30, 20]]);
		const one = choosePage(ranking, { hidden: [] }, { skip: 1, max: 1 });
		expect([one.total, [...one.rows], [...one.rates]]).toEqual([4, [1], [30]]);
	});

	it('hide what any of several masks names', () => {
		fc.assert(
			fc.property(randomTable, fc.array(fc.uniqueArray(fc.integer({ min: 10, max: 190 })), { maxLength: 3 }), (table, sets) => {
				const ranking = { rows: Uint32Array.from(table.tickerId.keys()), rates: new Uint16Array(table.count) };
				const found = choosePage(ranking, { hidden: sets.map((ids) => rowMask(table, ids)) }, { skip: 0, max: table.count });
				const hidden = new Set(sets.flat());
				expect([...found.rows]).toEqual([...ranking.rows].filter((row) => !hidden.has(table.tickerId[row]!)));
			}),
		);
	});
});
