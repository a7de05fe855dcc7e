import { buildTestReport } from '@sw/domain/signals/engine/testing/compare';
import { createRandomMarket, type MarketDay, SMALL_WINDOWS } from '@sw/domain/signals/engine/testing/random-market';
import { utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import type { CorporateActions } from './corporate-actions.ts';
import { createMarketEngine, type MarketEngine } from './market-engine.ts';
import { createMentionWindow } from './mention-window.ts';
import { createUniverse } from './universe.ts';
import { isFasterInParallel } from './workers/replay-parallel.ts';

const ROWS = 210;
const market = createRandomMarket(4, ROWS, 8);
const actions: CorporateActions = {
	splitsOn: () => [],
	adjustmentsOn: (date) => market.days.find(({ session }) => session.date === date)?.adjustments ?? {},
	refresh: async () => {},
};
const tickers = Array.from({ length: ROWS }, (_, row) => ({
	id: 100 + row,
	symbol: `T${row}`,
	name: '',
	type: market.isIndex[row] === 1 ? ('index' as const) : ('stocks' as const),
	industry: null,
	shares: 1,
	listed: null,
	delisted: null,
}));

function fresh(): MarketEngine {
	const universe = createUniverse(tickers as never);
	const made = createMarketEngine(SMALL_WINDOWS, universe, createMentionWindow(ROWS, universe.rowOf), actions);
	made.signalEngine.announceSplits(market.days.flatMap(({ adjustments }) => adjustments.splits));
	return made;
}

it('reads early sessions on threads to the same report and the same name of its inputs', async () => {
	const [plain, threaded] = [fresh(), fresh()];
	const early = market.days.slice(0, 6);
	const reading = threaded.readInParallel();
	for (const { session, matrix } of early) {
		plain.openSession(session);
		for (let slot = 0; slot < session.slots; slot++) plain.applySlot(matrix, slot);
		await reading.add(session, matrix);
	}
	await reading.finish();
	expect(threaded.inputs()).toEqual(plain.inputs());
	const next = market.days[6] as MarketDay;
	for (const each of [plain, threaded]) {
		each.openSession(next.session);
		for (let slot = 0; slot < 9; slot++) each.applySlot(next.matrix, slot);
	}
	expect(buildTestReport(threaded.signalEngine)).toEqual(buildTestReport(plain.signalEngine));
	expect(threaded.report(utcMs(1), 'live')).toEqual(plain.report(utcMs(1), 'live'));
	expect(threaded.inputs()).toEqual(plain.inputs());
});

it('takes threads where they were found to pay', () => {
	expect([isFasterInParallel(10_000, 2), isFasterInParallel(10_000, 8), isFasterInParallel(1_200, 8)]).toEqual([false, true, false]);
});
