import { describe, expect, it } from 'vitest';
import { createSessions, SHORT_WINDOWS } from '../../testing/histories.ts';
import { barSpans } from '../../time/slots.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import { computeReferenceReport } from '../definition/reference/reference-report.ts';
import { listDetailDifferences } from './testing/compare-detail.ts';
import { createRandomMarket, createReferenceHistory, createUniformRandom, SMALL_WINDOWS } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';
import { runSessions } from './testing/run-sessions.ts';

describe('the numbers behind a row', () => {
	it('are those of the reference: scales, amounts, moves and medians, halts and daily rows included', () => {
		for (const [seed, prepares] of [
			[17, true],
			[40, false],
		] as const) {
			const market = createRandomMarket(seed, 13, 13, prepares);
			const random = createUniformRandom(seed);
			const found: string[] = [];
			runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
				const last = slot === (market.days[day]?.session.slots ?? 0) - 1;
				if (random() < (last ? 0.8 : 0.99)) {
					if (prepares) engine.prepare();
					return;
				}
				for (let row = 0; row < market.rows; row++) {
					const [history, at] = [createReferenceHistory(market, row), { session: day, slot }];
					const expected = computeReferenceReport(history, at, SMALL_WINDOWS);
					if (!expected) continue;
					const differences = listDetailDifferences(engine.detail(row), expected, history, at, SMALL_WINDOWS);
					found.push(...differences.map((text) => `day ${day} slot ${slot} row ${row}: ${text}`));
				}
			});
			expect(found.slice(0, 5)).toEqual([]);
		}
	});

	it('are flat where a range is no more than counts as nothing', () => {
		const still = createSessions(10, () => ({ close: 50 }));
		for (const flatBelow of [0, 1e-12]) {
			const { timeframes } = runSessions([...still, ...still], undefined, false, { ...SHORT_WINDOWS, flatBelow }).detail(0);
			for (const { price, squeeze } of timeframes) {
				expect(price).toEqual({ status: 'flat', z: 0, scale: 0, value: 0 });
				expect(squeeze).toEqual({ status: 'flat', z: null, scale: 0, value: null });
			}
		}
	});

	it('name the time that a move is counted from: the end of the bar so many before, over nights and early closes', () => {
		const market = createRandomMarket(13, 13, 10, false);
		runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
			if (slot % 3 !== 1 && slot < 12) return;
			const { timeframes } = engine.detail(0);
			for (const [t, { referenceTime }] of timeframes.entries()) {
				const ends = market.days
					.slice(0, day + 1)
					.flatMap(({ session }, d) =>
						barSpans(t as TimeframeIndex, session).flatMap(({ from, end }) => (d < day || from <= slot ? [end] : [])),
					);
				expect(referenceTime).toBe(ends.at(-1 - SMALL_WINDOWS.moveBars[t]!) ?? null);
			}
		});
	});
});
