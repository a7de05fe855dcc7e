import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../parameters.ts';
import { createEngine } from './create-engine.ts';
import { replay } from './replay.ts';
import { collectBlockBuffers } from './state.ts';
import { createRandomMarket, createRowSessions, type MarketDay, SMALL_WINDOWS } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';

describe('an engine', () => {
	it('takes about 14 kB a row by version 1, all of which a block hands over', () => {
		const engine = (rows: number) => createEngine({ parameters: PARAMETERS_V1, rows });
		const bytes = engine(100).byteLength();
		expect(bytes / 100).toBeGreaterThan(13_000);
		expect(bytes / 100).toBeLessThan(15_000);
		expect(engine(300).byteLength()).toBe(3 * bytes);
		const buffers = collectBlockBuffers(engine(100).extractBlock(0, 100));
		expect(buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(bytes);
		expect(new Set(buffers).size).toBe(buffers.length);
	});

	it('refuses a split that is no ratio, and rows that are not there', () => {
		const engine = runMarket(createRandomMarket(1, 12, 1, false), SMALL_WINDOWS);
		for (const ratio of [0, -2, Number.NaN, Number.POSITIVE_INFINITY])
			expect(() => engine.announceSplits([{ row: 0, ratio }])).toThrow(`A split needs a positive ratio, not ${ratio}.`);
		for (const row of [-1, 12, 0.5, Number.NaN]) {
			expect(() => engine.detail(row)).toThrow(`No row ${row} exists.`);
			expect(() => engine.rebuildRow(row, [])).toThrow(`No row ${row} exists.`);
		}
		expect(engine.detail(0).timeframes).toHaveLength(5);
		expect(engine.detail(11).timeframes).toHaveLength(5);
	});

	it.each([
		['that was announced before', true],
		['that comes unannounced', false],
	])('takes a split %s of a row whose jump was called genuine: a split of 1, which changes no share', async (_, isAnnounced) => {
		const market = createRandomMarket(1, 3, 3, false);
		const days = market.days as [MarketDay, MarketDay, MarketDay];
		const after = async (genuine: { row: number; ratio: number }[]): Promise<unknown> => {
			const engine = createEngine({ parameters: SMALL_WINDOWS, rows: 3 });
			const coming = { splits: [{ row: 0, ratio: 2 }] };
			const past = [{ session: days[0].session }, { session: days[1].session, adjustments: { splits: genuine } }];
			const matrixOf = (_: unknown, at: number) => (days[at] as MarketDay).matrix;
			if (isAnnounced) await replay(engine, [...past, { session: days[2].session, adjustments: coming }], matrixOf);
			else {
				await replay(engine, past, matrixOf);
				const history = createRowSessions(market, 0).map(({ date, matrix }) => ({ date, matrix }));
				engine.startSession(days[2].session, coming, () => history.slice(0, 2));
				for (let slot = 0; slot < 26; slot++) engine.applySlot(days[2].matrix, slot);
			}
			return [0, 1, 2].map((row) => engine.detail(row));
		};
		expect(await after([{ row: 0, ratio: 1 }])).toEqual(await after([]));
	});

	it('reports its position, and refuses a slot that does not come next or does not fit', () => {
		const { days } = createRandomMarket(1, 3, 2, false);
		const [first, second] = days as [MarketDay, MarketDay];
		const engine = createEngine({ parameters: SMALL_WINDOWS, rows: 3 });
		expect([engine.position, engine.rows]).toEqual([null, 3]);
		expect(() => engine.detail(0)).toThrow('No slot has elapsed.');
		expect(() => engine.applySlot(first.matrix, 0)).toThrow("Slot 0 doesn't follow slot -1 of 0.");
		engine.startSession(first.session);
		expect(engine.position).toEqual({ session: first.session, slot: -1 });
		for (let slot = 0; slot < 26; slot++) engine.applySlot(first.matrix, slot);
		expect(engine.position).toEqual({ session: first.session, slot: 25 });
		expect(() => engine.applySlot(first.matrix, 26)).toThrow("Slot 26 doesn't follow slot 25 of 26.");
		expect(() => engine.startSession(first.session)).toThrow(`${first.session.date} doesn't come after ${first.session.date}.`);
		engine.startSession(second.session);
		expect(() => engine.applySlot(second.matrix, 1)).toThrow("Slot 1 doesn't follow slot -1 of 26.");
		expect(() => engine.extractBlock(0, 1)).toThrow(`The session of ${second.session.date} has started without a slot.`);
		engine.applySlot({ ...second.matrix, slots: 1 }, 0);
		expect(() => engine.applySlot({ ...second.matrix, slots: 1 }, 1)).toThrow(
			'A matrix of 3 rows and 1 slots does not fit 3 rows at slot 1.',
		);
		expect(() => engine.startSession(second.session)).toThrow(`The session of ${second.session.date} is not complete.`);
	});
});
