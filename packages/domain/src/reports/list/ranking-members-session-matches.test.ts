import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInTab, matchesConditions } from '../../signals/definition/in-tab.ts';
import { depthIn } from '../../signals/packed.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { SECTORS, sectorIndex, TABS } from '../../signals/sector.ts';
import { STRATEGIES, type TimeframeIndex } from '../../time/timeframe.ts';
import { randomTable } from '../testing/random-table.ts';
import type { ListQuestion } from './list-question.ts';
import { countMatchesBySession, findSessionIndexes } from './ranking-members.ts';

const question: fc.Arbitrary<ListQuestion> = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	operation: fc.constant('short' as const),
	strategy: fc.constantFrom(...STRATEGIES),
	conditions: fc.array(
		fc.record({
			sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
			timeframe: fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<TimeframeIndex>,
			value: fc.integer({ min: 0, max: 3 }),
		}),
		{ maxLength: 3 },
	),
});

/** Row by row, by the rules as stated on the mathematics page. */
function plainly(table: ReportTable, places: ArrayLike<number>, sessions: number, question: ListQuestion): number[] {
	const counts = new Array<number>(sessions).fill(0);
	for (let row = 0; row < table.count; row++) {
		const slots = (index: 0 | 1 | 6) => question.strategy.rated.map((t) => depthIn(table.words[t][row]!, index));
		const eligible = (table.flags[row]! & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
		const matches =
			isInTab(question.tab, { price_short: slots(0), price_long: slots(1), squeeze: slots(6) }, eligible, PARAMETERS_V1.tabQuorum) &&
			matchesConditions(question.conditions ?? [], (c) => depthIn(table.words[c.timeframe][row]!, sectorIndex(c.sector)));
		const place = places[row]!;
		if (matches && place !== -1) counts[place] = counts[place]! + 1;
	}
	return counts;
}

describe('how often a question matched in each session', () => {
	it('is what a walk over the rows counts', () => {
		fc.assert(
			fc.property(
				randomTable,
				question,
				fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 60, maxLength: 60 }),
				(table, question, listQuestion) => {
					const places = Int16Array.from(listQuestion.slice(0, table.count));
					expect([...countMatchesBySession(table, places, 4, question, PARAMETERS_V1)]).toEqual(plainly(table, places, 4, question));
				},
			),
		);
	});

	it('is counted in the session of a report: the last one that had begun', () => {
		expect([...findSessionIndexes([9, 10, 19, 20, 99], [10, 20])]).toEqual([-1, 0, 0, 1, 1]);
		expect([...findSessionIndexes([9], [])]).toEqual([-1]);
	});
});
