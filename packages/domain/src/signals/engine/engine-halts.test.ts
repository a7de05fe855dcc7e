import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { createSession, createSessions, SHORT_WINDOWS, variedCell } from '../../testing/histories.ts';
import type { ReferenceSession } from '../definition/reference/history.ts';
import { createEngine } from './create-engine.ts';
import { buildTestReport } from './testing/compare.ts';
import { listDisagreements, runSessions, sessionDates } from './testing/run-sessions.ts';

const usual = createSessions(12, variedCell);

describe('the engine on halts', () => {
	const halting = (halted: readonly number[], cellOf: (slot: number) => ReturnType<typeof variedCell> | null = variedCell) =>
		createSession(cellOf, { halted });

	it('1.9.18 keeps the cells of the last slot that traded, however long the halt and whatever is printed in it', () => {
		const silent = (slot: number) => (slot >= 10 && slot < 17 ? null : variedCell(slot));
		for (const session of [
			halting([10, 11, 12, 13, 14, 15, 16], silent),
			halting([12, 13, 14], silent),
			halting([10, 11, 12]),
			halting([0, 1, 2]),
			halting([1, 2], (slot) => (slot === 1 ? null : variedCell(slot))),
			halting([24, 25]),
			halting([5, 8, 11]),
			halting([10, 16], silent),
		])
			expect(listDisagreements([...usual, session, ...createSessions(1, variedCell)], 2)).toEqual([]);
	});

	it('1.9.18 holds a halt over night, and one in the first slots of a ticker has nothing to keep', () => {
		expect(listDisagreements([...usual, halting([0, 1, 2, 3], (slot) => (slot < 4 ? null : variedCell(slot)))], 1)).toEqual([]);
		expect(listDisagreements([...usual, halting([25]), halting([0, 1])], 2)).toEqual([]);
		expect(listDisagreements([halting([0, 1, 5])], 1)).toEqual([]);
		expect(listDisagreements([halting([1, 2], (slot) => (slot === 1 ? null : variedCell(slot)))], 1)).toEqual([]);
		expect(listDisagreements([halting([3, 4, 5], (slot) => (slot < 5 ? null : variedCell(slot)))], 1)).toEqual([]);
	});

	it('says of each cell that it is halted, where one is kept', () => {
		const statuses = (sessions: readonly ReferenceSession[]) =>
			new Set(
				runSessions(sessions)
					.detail(0)
					.timeframes.map(({ volume }) => volume.status),
			);
		expect(statuses([...usual, halting([25])])).toEqual(new Set(['stale']));
		expect(statuses([...usual, halting([24])])).toEqual(new Set(['ok']));
		// One session: no daily volume to compare with, and nothing stored.
		expect(statuses([halting([...Array(26).keys()])])).toEqual(new Set(['warming']));
	});

	it('keeps the cells of each ticker by its own slots, whatever the others do', () => {
		const silent = (from: number) => (slot: number) => (slot >= from && slot < 17 ? null : variedCell(slot));
		const tickers = [
			// One was quarantined before the others, and one after them never trades.
			[...usual.slice(0, 8), createSession((slot) => ({ ...variedCell(slot), close: 300 + slot }))],
			[...usual.slice(0, 8), halting([12, 13], silent(10))],
			[...usual.slice(0, 8), halting([])],
			[...usual.slice(0, 8), halting([14, 15, 16], silent(3))],
			[...usual.slice(0, 8), createSession(() => null)],
			createSessions(9, () => null),
		];
		const rows = tickers.length;
		const engine = createEngine({ parameters: SHORT_WINDOWS, rows });
		const alone = tickers.slice(0, -1).map((sessions) => {
			const reported: ReturnType<typeof buildTestReport>[] = [];
			runSessions(sessions, (one) => reported.push(buildTestReport(one)));
			return reported;
		});
		for (let day = 0, reported = 0; day < 9; day++) {
			engine.startSession(sessionDates[day] as (typeof sessionDates)[number]);
			const matrix = createSessionMatrix(26, rows);
			const halted = new Uint8Array(26 * rows);
			for (const [row, sessions] of tickers.entries()) {
				const own = (sessions[day] as ReferenceSession).matrix;
				for (let slot = 0; slot < 26; slot++) {
					for (const column of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)
						matrix[column][slot * rows + row] = own[column][slot]!;
					halted[slot * rows + row] = own.halted?.[slot] ?? 0;
				}
			}
			for (let slot = 0; slot < 26; slot++, reported++) {
				engine.applySlot({ ...matrix, halted }, slot);
				const { words, z, count } = buildTestReport(engine);
				for (const [row, reports] of alone.entries()) {
					const one = reports[reported] as ReturnType<typeof buildTestReport>;
					expect([day, slot, row, ...words.map((column) => column[row])]).toEqual([day, slot, row, ...one.words.map(([word]) => word)]);
					expect([...one.z.keys()].map((cell) => z[cell * count + row])).toEqual([...one.z]);
				}
			}
		}
	});

	it('treats halts reported separately from the bars like those among them', () => {
		const reports = (isBeside: boolean) => {
			const engine = createEngine({ parameters: SHORT_WINDOWS, rows: 1 });
			const reported: ReturnType<typeof buildTestReport>[] = [];
			for (const [day, { matrix }] of [...usual.slice(0, 7), halting([3, 4, 9, 25]), ...createSessions(1, variedCell)].entries()) {
				engine.startSession(sessionDates[day] as (typeof sessionDates)[number]);
				for (let slot = 0; slot < matrix.slots; slot++) {
					const { halted } = matrix;
					if (isBeside) engine.applySlot({ ...matrix, halted: null }, slot, halted?.subarray(slot, slot + 1));
					else engine.applySlot(matrix, slot);
					reported.push(buildTestReport(engine));
				}
			}
			return reported;
		};
		expect(reports(true)).toEqual(reports(false));
	});

	it('keeps nothing where no feed reports halts', () => {
		const stops = createSession((slot) => (slot >= 10 ? null : variedCell(slot)));
		expect(runSessions([...usual, stops]).extractBlock(0, 1).shared.frozen).toEqual(Uint8Array.of(0));
		expect(
			runSessions([...usual, halting([12], (slot) => (slot >= 10 ? null : variedCell(slot)))]).extractBlock(0, 1).shared.frozen,
		).toEqual(Uint8Array.of(1));
	});

	it('1.9.18 is the same for an index, whose slots trade without volume', () => {
		const still = (slot: number, session = 0) => ({ ...variedCell(slot, session), volume: 0 });
		const sessions = [...createSessions(6, still), halting([7, 8, 9], (slot) => (slot === 8 || slot === 9 ? null : still(slot)))];
		expect(listDisagreements(sessions, 1, true)).toEqual([]);
	});
});
