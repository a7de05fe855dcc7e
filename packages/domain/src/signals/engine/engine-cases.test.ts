import { describe, expect, it } from 'vitest';
import { type Cell, createSession, createSessions, dailyRow, variedCell } from '../../testing/histories.ts';
import type { ReferenceSession } from '../definition/reference/history.ts';
import { unpackWord } from '../packed.ts';
import { FLAG_ELIGIBLE } from '../report-table.ts';
import { buildTestReport } from './testing/compare.ts';
import { listDisagreements, runSessions } from './testing/run-sessions.ts';

const usual = createSessions(12, variedCell);

function eligible(sessions: readonly ReferenceSession[]): boolean {
	return (buildTestReport(runSessions(sessions)).flags[0]! & FLAG_ELIGIBLE) !== 0;
}

describe('edge cases of the engine', () => {
	it('1.8 a ticker of one dollar and of 50,000 dollars a day is eligible, one of a cent or a share less is not', () => {
		/** A whole day's volume in its first slot. */
		const days = (price: number, volume: number) => createSessions(4, (slot) => ({ close: price, volume: slot === 0 ? volume : 0 }));
		expect(eligible(days(1, 50_000))).toBe(true);
		expect(eligible(days(0.99, 90_000))).toBe(false);
		expect(eligible(days(1, 49_999))).toBe(false);
		expect(eligible(days(50, 1_000))).toBe(true);
		expect(eligible(days(50, 999))).toBe(false);
	});

	it('1.9.7 a slot that closes at three times the close before it, or a third, is quarantine from its own report on', () => {
		const before = createSessions(8, () => ({ close: 100 }));
		const spiked = (at: number, price: number, split?: number) =>
			createSession((slot) => ({ close: slot === at ? price : 100 }), { split });
		for (const [slot, price, quarantine] of [
			[3, 1_011, true],
			[3, 300, true],
			[3, 33, true],
			[3, 299, false],
			[3, 34, false],
			[25, 1_011, true],
		] as const) {
			expect(runSessions([...before, spiked(slot, price)]).detail(0).quarantine).toBe(quarantine);
			expect(listDisagreements([...before, spiked(slot, price)], 1)).toEqual([]);
		}
		// Opened as usual, and closed its first slot far away.
		const first = createSession((slot) => (slot === 0 ? { open: 100, close: 1_011 } : { close: 100 }));
		expect(runSessions([...before, first]).detail(0).quarantine).toBe(true);
		expect(listDisagreements([...before, first], 1)).toEqual([]);
		// A dismissal is a ratio of 1, and applies only to its own session.
		expect(runSessions([...before, spiked(3, 1_011, 1)]).detail(0).quarantine).toBe(false);
		expect(listDisagreements([...before, spiked(3, 1_011, 1)], 1)).toEqual([]);
		expect(runSessions([...before, spiked(3, 1_011, 1), spiked(3, 1_011)]).detail(0).quarantine).toBe(true);
	});

	it('1.9.7 a jump before the first session read keeps its ticker in quarantine, also when its row is rebuilt', () => {
		const later = createSessions(8, () => ({ close: 50 }));
		const engine = runSessions(later, undefined, undefined, undefined, (fresh) => fresh.quarantineEarlierJumps(Uint8Array.of(1)));
		expect(engine.detail(0).quarantine).toBe(true);
		expect(runSessions([...createSessions(8, () => ({ close: 100 })), ...later]).detail(0).quarantine).toBe(true);
		expect(runSessions(later).detail(0).quarantine).toBe(false);
		engine.rebuildRow(0, []);
		expect(engine.detail(0).quarantine).toBe(true);
		expect(() => engine.quarantineEarlierJumps(Uint8Array.of(0))).toThrow('A session has started.');
	});

	it('1.9.7 an overnight jump is what remains after dividends', () => {
		const before = createSessions(8, () => ({ close: 100 }));
		const silent = createSession(() => null, { dividend: 50 });
		for (const [sessions, quarantine] of [
			[[createSession(() => ({ close: 50 }), { dividend: 50 })], false],
			[[silent, createSession(() => ({ close: 50 }))], false],
			[[createSession(() => ({ close: 50 }), { dividend: 5 })], true],
			[[createSession(() => ({ close: 100 }), { dividend: 50 })], true],
			// The dividend counts once: the next jump is unexplained.
			[[createSession(() => ({ close: 50 }), { dividend: 50 }), createSession(() => ({ close: 25 }))], true],
			[[createSession(() => ({ close: 100 }), { dividend: 150 })], false],
		] as const) {
			expect(runSessions([...before, ...sessions]).detail(0).quarantine).toBe(quarantine);
			expect(listDisagreements([...before, ...sessions], 1)).toEqual([]);
		}
	});

	it('1.9.7 a jump of 1.8 is quarantine, whichever way and also into a daily row; a little less is none', () => {
		for (const [price, quarantine] of [
			[181, true],
			[179, false],
			[55, true],
			[56, false],
		] as const) {
			const before = createSessions(8, () => ({ close: 100 }));
			const after = createSession(() => ({ close: price }));
			const daily = createSession(() => null, { daily: { close: price } });
			for (const session of [after, daily]) {
				expect(runSessions([...before, session]).detail(0).quarantine).toBe(quarantine);
				expect(listDisagreements([...before, session], 1)).toEqual([]);
			}
		}
	});

	it('1.9.8 a dividend as large as the price, or of nothing, changes nothing', () => {
		for (const dividend of [100, 99.5, 0, -1]) {
			const paid = createSession(variedCell, { dividend });
			expect(listDisagreements([...createSessions(12, () => ({ close: 100 })), paid], 1)).toEqual([]);
		}
	});

	it('1.9.10 a daily row stands in for a session without rows alone, whether or not they trade', () => {
		const row = { close: 108, high: 111, low: 99, volume: 50_000 };
		const beside = createSession((slot) => (slot === 3 ? variedCell(slot) : null), { daily: row });
		const untraded = createSession((slot) => (slot === 3 ? { close: 104, volume: 0 } : null), { daily: row });
		const instead = createSession(() => null, { daily: row });
		for (const session of [beside, untraded, instead])
			expect(listDisagreements([...usual, session, ...createSessions(2, variedCell)], 3)).toEqual([]);
		const plain = { ...beside, matrix: { ...beside.matrix, daily: null } };
		expect(buildTestReport(runSessions([...usual, beside]))).toEqual(buildTestReport(runSessions([...usual, plain])));
		expect(buildTestReport(runSessions([...usual, instead])).price[0]).toBe(1_080_000);
	});

	it('1.9.10 a daily row before a split is on the share basis after it: its prices, its range and its volume', () => {
		const row = { close: 108, high: 131, low: 89, volume: 50_000 };
		const after = { close: 27, open: 27, high: 27.5, low: 26.5, volume: 4_000 };
		const split = createSession(() => after, { split: 4 });
		const instead = createSession(() => null, { daily: row });
		const since = createSessions(4, (slot, session) => ({ ...after, close: 27 + ((slot + session) % 3) / 4 }));
		expect(listDisagreements([...usual, ...Array.from({ length: 8 }, () => instead), split, ...since], 4)).toEqual([]);
	});

	it('1.9.10 an index has daily rows too, and no volume', () => {
		const still = (slot: number, session: number) => ({ ...variedCell(slot, session), volume: 0 });
		const day = createSession(() => null);
		day.matrix.daily = dailyRow({ close: 107, volume: 0 });
		const sessions = [...createSessions(10, still), day, ...createSessions(2, still)];
		expect(listDisagreements(sessions, 3, true)).toEqual([]);
		expect(buildTestReport(runSessions(sessions.slice(0, 11), undefined, true)).price[0]).toBe(1_070_000);
		expect(buildTestReport(runSessions(sessions.slice(0, 11))).count).toBe(0);
	});

	it('1.8 option totals of the evening before count only where the first slot has no contracts', () => {
		const prices = (slot: number, contracts: number) => ({
			close: variedCell(slot).close,
			...(slot === contracts ? { calls: 50, puts: 30 } : {}),
		});
		const evening = (contracts: number): ReferenceSession => {
			const day = createSession((slot) => prices(slot, contracts));
			day.matrix.optionDay = { calls: Float32Array.of(900), puts: Float32Array.of(700) };
			return day;
		};
		const past = Array.from({ length: 10 }, () => evening(-1));
		for (const contracts of [0, 1, -1]) expect(listDisagreements([...past, evening(contracts)], 1)).toEqual([]);
	});

	it('1.8 a ticker of 50 contracts a day has options, one of 49 has none', () => {
		const status = (daily: number) => {
			const sessions = createSessions(12, (slot) => ({ close: variedCell(slot).close, calls: slot < daily - 26 ? 1 : 0, puts: 1 }));
			expect(listDisagreements(sessions, 1)).toEqual([]);
			return new Set(
				runSessions(sessions)
					.detail(0)
					.timeframes.flatMap(({ sum, diff }) => [sum.status, diff.status]),
			);
		};
		expect(status(50)).toEqual(new Set(['ok']));
		expect(status(49)).toEqual(new Set(['not_optionable']));
	});

	it('1.9.11 three empty bars in ten are not too many, four are; what never moves is flat, however thin', () => {
		// Bars 10 to 19 of the last session are compared with bar 25.
		const thin = (empty: readonly number[], cellOf: (slot: number) => Cell = variedCell) =>
			[...usual, createSession((slot) => (empty.includes(slot) ? null : cellOf(slot)))] as const;
		const status = (sessions: readonly ReferenceSession[]) => {
			expect(listDisagreements(sessions, 1)).toEqual([]);
			return runSessions(sessions).detail(0).timeframes[0]?.price.status;
		};
		expect(status(thin([11, 13, 20]))).toBe('ok');
		expect(status(thin([11, 13, 15, 20]))).toBe('illiquid');
		expect(status(thin([10, 11, 13, 21]))).toBe('ok');
		expect(status([...createSessions(6, () => ({ close: 50 })), ...createSessions(1, () => ({ close: 50 }))])).toBe('flat');
	});

	it('1.3 half a tick is the finest scale: of a cent from a dollar up, of a hundredth of a cent below', () => {
		for (const price of [1, 0.99, 2])
			for (const step of [1e-5, 0.02]) {
				const sessions = createSessions(7, (slot) => ({ close: price + (slot % 2) * step, volume: 90_000 }));
				expect(listDisagreements(sessions, 1)).toEqual([]);
			}
		const scale = (price: number) =>
			runSessions(createSessions(7, (slot) => ({ close: slot % 2 === 0 ? price : price + 1e-6 }))).detail(0).timeframes[0]?.price.scale;
		expect(scale(1)).toBeCloseTo(0.5 * Math.log(1.01), 7);
		expect(scale(0.5)).toBeCloseTo(0.5 * Math.log(1 + 0.0001 / 0.5), 7);
	});

	it('1.9.12 a ticker forgotten for weeks has no baseline, and what it did meanwhile is in no window later', () => {
		const atTimes = (slot: number) => slot === 3 || slot === 25;
		const forgotten = [...createSessions(8, variedCell), ...createSessions(21, () => null), ...createSessions(16, variedCell)];
		for (const days of [30, 34, 45]) expect(listDisagreements(forgotten.slice(0, days), 1, false, atTimes)).toEqual([]);
		const quiet = (slot: number, session: number) => ({ ...variedCell(slot, session), calls: 0, puts: 0 });
		const options = [...createSessions(8, variedCell), ...createSessions(21, quiet), ...createSessions(16, variedCell)];
		for (const days of [30, 45]) expect(listDisagreements(options.slice(0, days), 1, false, atTimes)).toEqual([]);
	});

	it('a slot or a day of which one price cannot be one has not traded, whichever price it is', () => {
		const columns = ['open', 'high', 'low', 'close'] as const;
		const odd = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		const broken = createSession(variedCell);
		for (const [c, column] of columns.entries()) for (const [v, value] of odd.entries()) broken.matrix[column][5 * c + v + 1] = value;
		expect(listDisagreements([...usual, broken], 1)).toEqual([]);
		for (const column of columns)
			for (const value of odd) {
				const day = createSession(() => null, { daily: { close: 104 } });
				if (day.matrix.daily) day.matrix.daily[column][0] = value;
				const engine = runSessions([...usual, day]);
				expect([column, value, engine.lastClose[0]]).toEqual([column, value, variedCell(25, 11).close]);
			}
		for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
			const day = createSession((slot) => ({ ...variedCell(slot), volume: slot > 2 ? value : 1_000 }));
			expect(listDisagreements([...usual, day], 1, false, (slot) => slot === 3 || slot === 25)).toEqual([]);
			expect(listDisagreements([...usual, day], 1, true, (slot) => slot === 3 || slot === 25)).toEqual([]);
		}
	});

	it('contracts that cannot be counted are missing, by the slot and of the evening before', () => {
		const odd = [-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5];
		const broken = createSession(variedCell);
		for (const [v, value] of odd.entries()) {
			broken.matrix.calls[2 * v + 4] = value;
			broken.matrix.puts[2 * v + 5] = value;
		}
		broken.matrix.calls[20] = 0;
		broken.matrix.puts[21] = 0;
		expect(listDisagreements([...usual, broken], 1)).toEqual([]);
		const evening = (calls: number, puts: number): ReferenceSession => {
			const day = createSession((slot) => ({ close: variedCell(slot).close }));
			day.matrix.optionDay = { calls: Float32Array.of(calls), puts: Float32Array.of(puts) };
			return day;
		};
		const past = Array.from({ length: 10 }, (_, day) => evening(900 + 7 * day, 700 - 9 * day));
		for (const value of [...odd, 0])
			for (const day of [evening(value, 700), evening(900, value)])
				expect(listDisagreements([...past, day], 1, false, (slot) => slot % 12 === 0)).toEqual([]);
	});

	it('1.9.12 a slot of one share trades, one of part of none does not', () => {
		const single = createSession((slot) => ({ ...variedCell(slot), volume: slot === 4 ? 1 : 0 }));
		expect(listDisagreements([...usual, single], 1)).toEqual([]);
		expect(buildTestReport(runSessions([...usual, single])).price[0]).toBe(variedCell(4).close * 10_000);
	});
});

it('names the numbers behind a row as its report has them', () => {
	const sessions = [...usual, ...createSessions(1, variedCell)];
	runSessions(sessions, (engine, day, slot) => {
		if (day < 12) return;
		const { z, words } = buildTestReport(engine);
		const { timeframes } = engine.detail(0);
		for (const [t, cells] of timeframes.entries()) {
			const shown = [cells.price, cells.volume, cells.sum, cells.diff, cells.squeeze].map((cell) => cell.z ?? Number.NaN);
			expect([day, slot, t, ...shown]).toEqual([day, slot, t, ...z.subarray(5 * t, 5 * t + 5)]);
			expect(cells.developing).toBe(unpackWord(words[t as 0]?.[0] as number).developing);
		}
	});
});
