import { type DailyBlock, dailyBlock } from '@sw/domain/prices/blocks';
import type { Catalogue } from './catalogue.ts';
import type { DailyProcess, Day } from './daily-process.ts';
import { exp } from './exact-math.ts';
import { openToCloseVariance } from './profiles.ts';
import { exponential, normal, randomKey, STREAM } from './random.ts';
import { toTick } from './session-path.ts';

/**
 * Daily bars of a session without generating its slots. Open and close equal those of the slots; high and low are drawn from the distribution of a Brownian
 * bridge, and volume from the day's activity.
 */
export function dailyBars(seed: number, c: Catalogue, process: DailyProcess, day: Day): DailyBlock {
	const block = dailyBlock(c.rows);
	const variance = openToCloseVariance(day.session.slots);
	let n = 0;
	for (let row = 0; row < c.rows; row++) {
		if (!process.trades(row, day.session.date)) continue;
		const key = randomKey(seed, STREAM.day, row, day.days[0] as number);
		const open = exp(day.open[row] as number);
		const move = (day.close[row] as number) - (day.open[row] as number);
		const spread = ((day.sigma[row] as number) ** 2 + (0.0085 * (c.betaMarket[row] as number)) ** 2) * variance;
		const up = (Math.sqrt(move * move + 2 * spread * exponential(key, 30)) + move) / 2;
		const down = (Math.sqrt(move * move + 2 * spread * exponential(key, 31)) - move) / 2;
		const traded = (c.advShares[row] as number) * (day.shareFactor[row] as number) * (day.session.early ? 0.5 : 1);
		block.tickerId[n] = row + 1;
		block.day[n] = day.days[0] as number;
		block.open[n] = toTick(open);
		block.high[n] = toTick(open * exp(up));
		block.low[n] = toTick(open * exp(-down));
		block.close[n] = toTick(exp(day.close[row] as number));
		block.volume[n++] = Math.max(1, Math.round(traded * exp((day.activity[row] as number) + 0.12 * normal(key, 32))));
	}
	block.count = n;
	return block;
}
