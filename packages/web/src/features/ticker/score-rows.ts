import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, sliceName } from '@sw/domain/signals/wheel/words';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import type { TickerDetail } from '../../lib/api/types.ts';
import { formatScore } from '../../lib/format/numbers.ts';

export interface ScoreRow {
	key: string;
	name: string;
	cells: { label: string; score: string; sentence: string }[];
}

/** Returns the wheel as table rows: number of typical moves by slice and timeframe, shortest timeframe first. */
export function createScoreRows(detail: TickerDetail, wheel: WheelModel): ScoreRow[] {
	return wheel.slices.map((slice) => {
		const sector = detail.sectors.find((s) => s.key === slice.key);
		const cells = wheel.rings.map((ring, r) => {
			const timeframeIndex = detail.timeframes.indexOf(TIMEFRAMES[ring.timeframe].name);
			const sentence = cellSentence(slice, ring.label, slice.depths[r] ?? null);
			return { label: ring.label, score: formatScore(sector?.z[timeframeIndex] ?? null), sentence };
		});
		return { key: slice.key, name: sliceName(slice), cells };
	});
}

/** Returns the absolute price score on the active timeframe; undefined if a squeeze replaces the price or nothing was measured. */
export function formatActiveMove(detail: TickerDetail, timeframe: Timeframe): string | undefined {
	const price = detail.sectors.find((s) => s.sector === 'price' && s.rated && s.measure === undefined);
	const z = price?.z[detail.timeframes.indexOf(timeframe)];
	return z === undefined || z === null ? undefined : formatScore(Math.abs(z));
}
