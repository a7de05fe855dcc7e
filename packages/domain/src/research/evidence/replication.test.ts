import { describe, expect, it } from 'vitest';
import { estimateMean } from '../../statistics/least-squares.ts';
import { createRandom } from '../../statistics/random.ts';
import { DAY, exchangeDate } from '../../time/units.ts';
import { createDailyPanel, createLogPanel } from './daily-panel.ts';
import { type DailyMarket, measureMonthlyReversals, measureWeeklyReversals } from './replication.ts';

const [ROWS, SESSIONS] = [150, 400];

interface Planted {
	/** Share of a week's moves between open and close, and of overnight ones, that the next session gives back. */
	readonly intraday?: number;
	readonly overnight?: number;
}

/** A market of independent tickers in which each session gives back a share of the five before. */
function marketOf(seed: number, { intraday = 0, overnight = 0 }: Planted): DailyMarket {
	const random = createRandom(seed);
	const dates = Array.from({ length: SESSIONS }, (_, s) => exchangeDate(new Date(s * DAY).toISOString().slice(0, 10)));
	const panel = createDailyPanel(ROWS, dates, new Uint8Array(SESSIONS).fill(26));
	for (let row = 0; row < ROWS; row++) {
		let x = Math.log(50);
		const [days, nights]: [number[], number[]] = [[], []];
		for (let s = 0; s < SESSIONS; s++) {
			const back = (moves: readonly number[]): number => moves.slice(-5).reduce((sum, move) => sum + move, 0) / 5;
			const [night, day] = [0.01 * random.nextNormal(), 0.02 * random.nextNormal() - intraday * back(days) - overnight * back(nights)];
			panel.open[row * SESSIONS + s] = Math.exp(x + night);
			x += night + day;
			panel.close[row * SESSIONS + s] = Math.exp(x);
			panel.volume[row * SESSIONS + s] = Math.round(1e6 * Math.exp(0.3 * random.nextNormal()));
			days.push(day);
			nights.push(night);
		}
	}
	return { panel, logs: createLogPanel(panel, () => undefined), tiers: new Int8Array(ROWS * SESSIONS) };
}

function finds(values: readonly number[]): boolean {
	return (estimateMean(values)?.interval[0] ?? -1) > 0;
}

describe('reversals of weeks and months', () => {
	it('are found where they were planted, by the part of the day', () => {
		const day = measureWeeklyReversals(marketOf(1, { intraday: 0.6 }));
		expect([finds(day.intraday), finds(day.overnight)]).toEqual([true, false]);
		const night = measureWeeklyReversals(marketOf(2, { overnight: 1.2 }));
		expect([finds(night.intraday), finds(night.overnight)]).toEqual([false, true]);
		expect(day.intraday).toHaveLength(Math.ceil((SESSIONS - 5) / 5) - 1);
	});

	it('are found nowhere in most markets without them', () => {
		const alarms = Array.from({ length: 12 }, (_, seed) => {
			const market = marketOf(10 + seed, {});
			const [weeks, months] = [measureWeeklyReversals(market), measureMonthlyReversals(market)];
			return [weeks.intraday, weeks.overnight, months.low, months.high].map((list) => Number(finds(list)));
		}).flat();
		expect(alarms.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(5);
	});

	it('leave out what cannot be traded, and say nothing of few tickers', () => {
		const market = marketOf(3, { intraday: 0.6 });
		market.tiers.fill(-1);
		expect(measureWeeklyReversals(market)).toEqual({ intraday: [], overnight: [] });
		market.tiers.fill(0, 0, 40 * SESSIONS);
		expect(measureWeeklyReversals(market)).toEqual({ intraday: [], overnight: [] });
	});
});
