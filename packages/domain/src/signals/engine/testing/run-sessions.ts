import { SHORT_WINDOWS } from '../../../testing/histories.ts';
import { nyse } from '../../../time/calendar.ts';
import { exchangeDate } from '../../../time/units.ts';
import type { ReferenceSession } from '../../definition/reference/history.ts';
import { computeReferenceReport, type ReferenceReport } from '../../definition/reference/reference-report.ts';
import { createEngine } from '../create-engine.ts';
import type { Engine } from '../types.ts';
import { differences, reportOf } from './compare.ts';
import { detailDifferences } from './compare-detail.ts';

/** Consecutive sessions of 26 slots. */
export const sessionDates = nyse.sessionsBetween(exchangeDate('2025-01-13'), exchangeDate('2025-06-27'));

/** Runs one ticker's sessions through the engine; `look` is called after each slot. */
export function runSessions(
	sessions: readonly ReferenceSession[],
	look: (engine: Engine, day: number, slot: number) => void = () => {},
	isIndex = false,
	parameters = SHORT_WINDOWS,
	begin: (engine: Engine) => void = () => {},
): Engine {
	const engine = createEngine({ parameters, rows: 1, isIndex: Uint8Array.of(isIndex ? 1 : 0) });
	begin(engine);
	engine.announceSplits(sessions.flatMap(({ split }) => (split === undefined ? [] : [{ row: 0, ratio: split }])));
	for (const [day, { matrix, split, dividend, dismissed }] of sessions.entries()) {
		engine.startSession(sessionDates[day] as (typeof sessionDates)[number], {
			splits: split === undefined ? [] : [{ row: 0, ratio: split }],
			dividends: dividend === undefined ? [] : [{ row: 0, amount: dividend }],
			dismissed: dismissed ? [0] : [],
		});
		for (let slot = 0; slot < matrix.slots; slot++) {
			engine.applySlot(matrix, slot);
			look(engine, day, slot);
		}
	}
	return engine;
}

/**
 * Lists the differences between the engine and the reference in the last sessions; empty if they agree. Splits are announced, so they must be before these
 * sessions.
 */
export function disagreements(
	sessions: readonly ReferenceSession[],
	last: number,
	isIndex = false,
	isLookedAt = (_slot: number): boolean => true,
): string[] {
	const found: string[] = [];
	runSessions(
		sessions,
		(engine, day, slot) => {
			if (day < sessions.length - last || !isLookedAt(slot)) return;
			const [history, at] = [
				{ sessions, isIndex },
				{ session: day, slot },
			];
			const expected: ReferenceReport | null = computeReferenceReport(history, at, SHORT_WINDOWS);
			const table = reportOf(engine);
			if (expected === null) {
				if (table.count !== 0) found.push(`day ${day} slot ${slot}: has traded`);
				return;
			}
			const reported = differences(table, 0, expected, SHORT_WINDOWS);
			if (slot % 5 === 0) reported.push(...detailDifferences(engine.detail(0), expected, history, at, SHORT_WINDOWS));
			found.push(...reported.map((text) => `day ${day} slot ${slot}: ${text}`));
		},
		isIndex,
	);
	return found;
}
