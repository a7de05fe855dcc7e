import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { type ReplayDay, replay, replayDay } from '@sw/domain/signals/engine/replay';
import { buildTestReport } from '@sw/domain/signals/engine/testing/compare';
import { createRandomMarket, type MarketDay, SMALL_WINDOWS } from '@sw/domain/signals/engine/testing/random-market';
import type { Engine } from '@sw/domain/signals/engine/types';
import { describe, expect, it } from 'vitest';
import { replayParallel, startParallelReplay } from './replay-parallel.ts';

const ROWS = 230;
const THREADS = 2;
const market = createRandomMarket(11, ROWS, 16);

function fresh(): Engine {
	return createEngine({ parameters: SMALL_WINDOWS, rows: ROWS, isIndex: market.isIndex });
}

function daysOf(days: readonly MarketDay[], lastSlot?: number): ReplayDay[] {
	return days.map(({ session, adjustments }, i) => ({
		session,
		adjustments,
		...(i === days.length - 1 && lastSlot !== undefined ? { lastSlot } : {}),
	}));
}

function matrixOf(days: readonly MarketDay[]) {
	return (_: unknown, index: number) => (days[index] as MarketDay).matrix;
}

function everyReport(engine: Engine, days: readonly MarketDay[]): unknown[] {
	return days.flatMap(({ session, matrix, adjustments }) => {
		engine.startSession(session, adjustments);
		return Array.from({ length: session.slots }, (_, slot) => {
			engine.applySlot(matrix, slot);
			return buildTestReport(engine);
		});
	});
}

describe('a replay on several threads', () => {
	it('ends in the same bits as one on this thread, and goes on so', async () => {
		const past = market.days.slice(0, 12);
		const coming = market.days.slice(12);
		const [serial, parallel] = [fresh(), fresh()];
		// Splits that come after the replay as well: what is announced must go with the rows and come back.
		for (const engine of [serial, parallel]) engine.announceSplits(market.days.flatMap(({ adjustments }) => adjustments.splits));
		const running = startParallelReplay(parallel, THREADS);
		for (const [index, day] of daysOf(past).entries()) {
			const { matrix } = past[index] as MarketDay;
			replayDay(serial, day, matrix);
			await running.add(day, matrix);
		}
		await running.finish();
		expect(parallel.position).toEqual(serial.position);
		expect(parallel.lastClose).toEqual(serial.lastClose);
		expect(buildTestReport(parallel)).toEqual(buildTestReport(serial));
		for (let row = 0; row < ROWS; row += 7) expect(parallel.detail(row)).toEqual(serial.detail(row));
		expect(everyReport(parallel, coming)).toEqual(everyReport(serial, coming));
	});

	it('goes on from the position of an engine, up to any slot', async () => {
		const [before, then] = [market.days.slice(0, 6), market.days.slice(6, 10)];
		const [serial, parallel] = [fresh(), fresh()];
		for (const engine of [serial, parallel]) {
			await replay(engine, daysOf(before), matrixOf(before));
			engine.prepare();
		}
		await replay(serial, daysOf(then, 5), matrixOf(then));
		await replayParallel(parallel, daysOf(then, 5), matrixOf(then), THREADS);
		expect(parallel.position).toEqual(serial.position);
		expect(buildTestReport(parallel)).toEqual(buildTestReport(serial));
	});

	it('goes through its days without any rows', async () => {
		const none = createEngine({ parameters: SMALL_WINDOWS, rows: 0 });
		const { days } = createRandomMarket(1, 0, 2);
		await replayParallel(none, daysOf(days), matrixOf(days), THREADS);
		expect(none.position?.session.date).toBe(days[1]?.session.date);
	});

	it('reports a failed thread and leaves the engine as it was', async () => {
		const engine = fresh();
		const [first, second] = market.days as [MarketDay, MarketDay];
		await expect(replayParallel(engine, daysOf([second, first]), matrixOf([second, first]), THREADS)).rejects.toThrow("doesn't come after");
		expect(engine.position).toBeNull();
		const other = createRandomMarket(1, 12, 1).days;
		await expect(replayParallel(engine, daysOf(other), matrixOf(other), THREADS)).rejects.toThrow(RangeError);
	});

	it('keeps no caller waiting for stopped threads', async () => {
		const engine = fresh();
		const running = startParallelReplay(engine, THREADS);
		const finished = running.finish();
		await Promise.all([expect(finished).rejects.toThrow('has ended'), running.stop()]);
	});
});
