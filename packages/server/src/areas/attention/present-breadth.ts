import type { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import type { AnswerOf } from '@sw/contract/base/define';
import { BREADTH_SLICES, type Breadth, type BreadthKey, breadthCell, keyText, shareFrom, usualShare } from '@sw/domain/attention/breadth';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { newYorkDate } from '@sw/domain/time/zone';
import type { PastBreadth } from '../../reports/breadth/breadth-book.ts';

type SectorAnalysis = AnswerOf<(typeof sectorAnalysisCalls)['sectorAnalysis']>;
type Choice = Pick<BreadthKey, 'marketcap' | 'type'>;

export function presentKey(key: BreadthKey) {
	return {
		key: keyText(key),
		category: key.slice,
		interval: key.timeframe,
		marketcap: key.marketcap,
		type: key.type,
	};
}

export function presentCells(
	breadth: Breadth,
	past: readonly PastBreadth[],
	choice: Choice,
	depth: number,
): Pick<SectorAnalysis, 'tickers' | 'cells' | 'days'> {
	const days = past.map(({ time, breadth: before, reconstructed }) => ({
		date: newYorkDate(time),
		time: isoSeconds(time),
		reconstructed,
		shares: sharesOf(before, choice, depth),
	}));
	let tickers = 0;
	const cells = TIMEFRAMES.flatMap(({ name: interval }, timeframe) =>
		BREADTH_SLICES.map((category, slice) => {
			const cell = breadthCell(breadth, choice, timeframe, slice);
			tickers = cell.measured + cell.unmeasured;
			const place = timeframe * BREADTH_SLICES.length + slice;
			return {
				category,
				interval,
				depths: [...cell.depths],
				unmeasured: cell.unmeasured,
				measured: cell.measured,
				share: shareFrom(cell, depth),
				usual: { ...usualShare(days.map(({ shares }) => shares[place] ?? null)) },
			};
		}),
	);
	return { tickers, cells, days };
}

/** Shares of every slice on every timeframe, in the order of the answer's cells. */
function sharesOf(breadth: Breadth, choice: Choice, depth: number): (number | null)[] {
	return TIMEFRAMES.flatMap((_, timeframe) =>
		BREADTH_SLICES.map((__, slice) => shareFrom(breadthCell(breadth, choice, timeframe, slice), depth)),
	);
}

export function presentDay(reports: readonly { time: number; breadth: Breadth }[], choice: Choice, depth: number): SectorAnalysis['day'] {
	return reports.map(({ time, breadth }) => ({ time: isoSeconds(time), shares: sharesOf(breadth, choice, depth) }));
}
