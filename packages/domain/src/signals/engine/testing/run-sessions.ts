import { SHORT_WINDOWS } from '../../../testing/histories.ts';
import { nyse } from '../../../time/calendar.ts';
import { exchangeDate } from '../../../time/units.ts';
import type { ReferenceSession } from '../../definition/reference/history.ts';
import { computeReferenceReport, type ReferenceReport } from '../../definition/reference/reference-report.ts';
import { createEngine } from '../create-engine.ts';
import type { Engine } from '../types.ts';
import { buildTestReport, listDifferences } from './compare.ts';
import { listDetailDifferences } from './compare-detail.ts';

/** Consecutive sessions of 26 slots. */
export const sessionDates = nyse.sessionsBetween(exchangeDate('2025-01-13'), exchangeDate('2025-06-27'));

/** Runs one ticker's sessions through the engine; `onSlot` is called after each slot. */
export function runSessions(
	sessions: readonly ReferenceSession[],
	onSlot: (engine: Engine, day: number, slot: number) => void = () => {},
	isIndex = false,
	parameters = SHORT_WINDOWS,
	prepareEngine: (engine: Engine) => void = () => {},
): Engine {
	const engine = createEngine({ parameters, rows: 1, isIndex: Uint8Array.of(isIndex ? 1 : 0) });
	prepareEngine(engine);
	engine.announceSplits(sessions.flatMap(({ split }) => (split === undefined ? [] : [{ row: 0, ratio: split }])));
	for (const [day, { matrix, split, dividend, dismissed }] of sessions.entries()) {
		engine.startSession(sessionDates[day] as (typeof sessionDates)[number], {
			splits: split === undefined ? [] : [{ row: 0, ratio: split }],
			dividends: dividend === undefined ? [] : [{ row: 0, amount: dividend }],
			dismissed: dismissed ? [0] : [],
		});
		for (let slot = 0; slot < matrix.slots; slot++) {
			engine.applySlot(matrix, slot);
			onSlot(engine, day, slot);
		}
	}
	return engine;
}

/**
 * Lists the differences between the engine and the reference in the last `comparedSessions` sessions; empty if they agree. Splits are announced, so they must
 * be before these sessions.
 */
export function listDisagreements(
	sessions: readonly ReferenceSession[],
	comparedSessions: number,
	isIndex = false,
	isCompared = (_slot: number): boolean => true,
): string[] {
	const messages: string[] = [];
	runSessions(
		sessions,
		(engine, day, slot) => {
			if (day < sessions.length - comparedSessions || !isCompared(slot)) return;
			const [history, position] = [
				{ sessions, isIndex },
				{ session: day, slot },
			];
			const expected: ReferenceReport | null = computeReferenceReport(history, position, SHORT_WINDOWS);
			const table = buildTestReport(engine);
			if (expected === null) {
				if (table.count !== 0) messages.push(`day ${day} slot ${slot}: has traded`);
				return;
			}
			const slotDifferences = listDifferences(table, 0, expected, SHORT_WINDOWS);
			if (slot % 5 === 0) slotDifferences.push(...listDetailDifferences(engine.detail(0), expected, history, position, SHORT_WINDOWS));
			messages.push(...slotDifferences.map((text) => `day ${day} slot ${slot}: ${text}`));
		},
		isIndex,
	);
	return messages;
}
