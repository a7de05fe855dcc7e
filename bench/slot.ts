/**
 * Times the interval from the end of a slot to its published report, with 10,000 random tickers. Reference: writing the same rows to twin tables and
 * nothing else. `--long` runs 52 slots at 60 times real speed and compares memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '@sw/store/open';
import { EVENTS, PHASES, runLiveSlots } from './inputs/live-slots.ts';
import {
	type Benchmark,
	compareToReference,
	formatMb,
	formatMs,
	median,
	quantile,
	type ResultRow,
	rowWithoutReference,
} from './measure.ts';

const MARKET = { tickerCount: 10_000, sessions: 75 };
const SHORT_RUN = { ...MARKET, slots: 12, speed: 180 };
const LONG_RUN = { ...MARKET, slots: 52, speed: 60 };
/** Number of slots after which memory should no longer grow. */
const STEADY_SLOT = 26;

export const run: Benchmark = async (args) => {
	const isLong = args.includes('--long');
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		await using stores = await openStores({ folder });
		const { times, references, memory } = await runLiveSlots(stores, isLong ? LONG_RUN : SHORT_RUN, () => {});
		const totals = times.map(({ due, shown }) => shown - due);
		const rows: ResultRow[] = [
			compareToReference(`slot to published report, median of ${times.length}`, median(totals), median(references), 'under 2 s'),
			rowWithoutReference('the longest', formatMs(quantile(totals, 1)), 'under 2 s'),
		];
		for (const [at, event] of EVENTS.entries()) {
			const previous = EVENTS[at - 1];
			if (event === 'due' || !previous) continue;
			rows.push(
				rowWithoutReference(
					`of which: ${PHASES[event]}`,
					formatMs(median(times.map((slotTimes) => slotTimes[event] - slotTimes[previous]))),
					null,
				),
			);
		}
		if (isLong) {
			rows.push(
				compareToReference(
					`memory of the process after slot ${LONG_RUN.slots}, beside that after slot ${STEADY_SLOT}`,
					memory[LONG_RUN.slots - 1]!,
					memory[STEADY_SLOT - 1]!,
					'at most 1.05',
					formatMb,
				),
			);
		} else rows.push(rowWithoutReference(`memory of the process after slot ${SHORT_RUN.slots}`, formatMb(memory.at(-1)!), null));
		return rows;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
