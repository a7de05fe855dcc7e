import type { Condition } from '../signals/filter.ts';
import { SECTORS, type SectorKey } from '../signals/sector.ts';
import { TIMEFRAMES, type Timeframe, timeframeIndex } from '../time/timeframe.ts';

/** A condition as people save it: the sector stands at least `value` rings deep on the timeframe. */
export interface FilterEntry {
	readonly sector: SectorKey;
	readonly timeframe: Timeframe;
	/** 1 to 5; 0 asks for nothing. */
	readonly value: number;
}

/** What is worth saving: entries of value 0 are dropped, of two on one cell the stricter stays; in the order of sectors, then timeframes. */
export const tidyEntries = (entries: readonly FilterEntry[]): FilterEntry[] =>
	SECTORS.flatMap(({ key }) =>
		TIMEFRAMES.flatMap(({ name }) => {
			const value = Math.max(0, ...entries.filter((e) => e.sector === key && e.timeframe === name).map((e) => e.value));
			return value >= 1 ? [{ sector: key, timeframe: name, value }] : [];
		}),
	);

/** The same for the engine, which counts timeframes. */
export const conditionsOf = (entries: readonly FilterEntry[]): Condition[] =>
	entries.map(({ sector, timeframe, value }) => ({ sector, timeframe: timeframeIndex(timeframe), value }));
