import type { Condition } from '../signals/filter.ts';
import { SECTORS, type SectorKey } from '../signals/sector.ts';
import { parseTimeframe, TIMEFRAMES, type Timeframe, timeframeIndex } from '../time/timeframe.ts';

/** A saved condition: the sector has at least depth `value` on the timeframe. */
export interface FilterEntry {
	readonly sector: SectorKey;
	readonly timeframe: Timeframe;
	/** 1 to 5; 0 means no condition. */
	readonly value: number;
}

/** Drops entries with value 0, and keeps the stricter of two entries on one cell. The result is ordered by sector, then timeframe. */
export function normalizeEntries(entries: readonly FilterEntry[]): FilterEntry[] {
	return SECTORS.flatMap(({ key }) =>
		TIMEFRAMES.flatMap(({ name }) => {
			const value = Math.max(0, ...entries.filter((e) => e.sector === key && e.timeframe === name).map((e) => e.value));
			return value >= 1 ? [{ sector: key, timeframe: name, value }] : [];
		}),
	);
}

/** Converts entries for the engine: the engine identifies timeframes by index. */
export function toConditions(entries: readonly FilterEntry[]): Condition[] {
	return entries.map(({ sector, timeframe, value }) => ({ sector, timeframe: timeframeIndex(timeframe), value }));
}

/** Formats a condition for addresses: 'price_short.one_hour.3'. */
export function formatCondition({ sector, timeframe, value }: FilterEntry): string {
	return `${sector}.${timeframe}.${value}`;
}

/** Parses the output of `formatCondition`; undefined if invalid. */
export function parseCondition(text: string): FilterEntry | undefined {
	const [key, timeframeText = '', depth = '', ...extraParts] = text.split('.');
	const sector = SECTORS.find((candidate) => candidate.key === key)?.key;
	const timeframe = parseTimeframe(timeframeText);
	return sector && timeframe && /^[1-5]$/.test(depth) && extraParts.length === 0 ? { sector, timeframe, value: Number(depth) } : undefined;
}
