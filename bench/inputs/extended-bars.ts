import { type BarBlock, barBlock, type POST, type PRE } from '@sw/domain/prices/blocks';
import { YEAR_ROWS } from './year-of-reports.ts';

/** Random bars for every second ticker before or after regular hours. */
export function extendedBars(ms: number, session: typeof PRE | typeof POST, count = YEAR_ROWS / 2): BarBlock {
	const block = barBlock(count);
	block.count = count;
	block.time.fill(ms / 1000);
	block.session.fill(session);
	for (let i = 0; i < count; i++) {
		const price = 20 + ((i * 7) % 180);
		block.tickerId[i] = 1 + 2 * i;
		block.open[i] = price;
		block.high[i] = price * 1.02;
		block.low[i] = price * 0.98;
		block.close[i] = price * (1 + ((i % 41) - 20) / 1000);
		block.volume[i] = 1_000 + ((i * 37) % 90_000);
	}
	return block;
}
