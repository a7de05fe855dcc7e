import type { MentionBlock } from '@sw/domain/prices/blocks';
import { depthIn } from '@sw/domain/signals/packed';
import { SECTORS, type SectorIndex, SQUEEZE } from '@sw/domain/signals/sector';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import { HOUR, SECOND } from '@sw/domain/time/units';
import type { ChartBar } from './chart-bars.ts';

type DepthKey = (typeof SECTORS)[number]['key'] | 'squeeze';
export type ChartDepths = Record<DepthKey, (number | null)[]>;

export interface WordSeries {
	readonly count: number;
	/** UTC seconds, ascending. */
	readonly time: Uint32Array;
	readonly words: readonly Uint32Array[];
}

/** For each bar, the depths of the last visible report within it; null without one. */
export function depthsOfBars(
	bars: readonly ChartBar[],
	timeframe: TimeframeIndex,
	series: WordSeries,
	mayShow: (time: number) => boolean,
): ChartDepths {
	const words = series.words[timeframe] as Uint32Array;
	let at = 0;
	const lastIn = bars.map(({ start, end }): number | null => {
		let last: number | null = null;
		while (at < series.count && (series.time[at] as number) * SECOND <= end) {
			const time = (series.time[at] as number) * SECOND;
			if (time > start && mayShow(time)) last = words[at] as number;
			at++;
		}
		return last;
	});
	const column = (index: SectorIndex): (number | null)[] => lastIn.map((word) => (word === null ? null : depthIn(word, index)));
	const ofSectors = SECTORS.map(({ key }, index) => [key, column(index as SectorIndex)] as const);
	return { ...Object.fromEntries(ofSectors), squeeze: column(SQUEEZE) } as ChartDepths;
}

/**
 * For each bar, the mentions of hours that began since the previous bar (for the first: within it); null where none was counted. Hours that had not
 * ended at `until` are excluded, as some of their mentions came later.
 */
export function mentionsOfBars(bars: readonly ChartBar[], { count, time, mentions }: MentionBlock, until: number): (number | null)[] {
	const hours = Array.from({ length: count }, (_, i) => ({ at: (time[i] as number) * SECOND, mentions: mentions[i] as number }))
		.filter(({ at }) => at + HOUR <= until)
		.sort((a, b) => a.at - b.at);
	let next = 0;
	return bars.map(({ start, end }, index) => {
		let sum: number | null = null;
		const since = bars[index - 1]?.end ?? start;
		for (; next < hours.length; next++) {
			const hour = hours[next] as (typeof hours)[number];
			if (hour.at >= end) break;
			if (hour.at >= since) sum = (sum ?? 0) + hour.mentions;
		}
		return sum;
	});
}
