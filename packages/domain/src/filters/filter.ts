import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { UtcMs } from '../time/units.ts';
import type { FilterEntry } from './entries.ts';

/** What the owner of a filter writes. */
export interface FilterContent {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly name: string;
	readonly entries: readonly FilterEntry[];
	/** null: the tab's own direction. */
	readonly operation: Operation | null;
	readonly comment: string;
}

/** A saved set of conditions. */
export interface Filter extends FilterContent {
	readonly id: number;
	/** null: built-in. */
	readonly userId: string | null;
	/** Place among the filters whose notices are on; null: off. */
	readonly feedPosition: number | null;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** Wall-clock time since which it has its conditions: its own record begins here. */
	readonly conditionsAt: UtcMs;
	/** False where its change was kept without whether its conditions had changed with it: `conditionsAt` is that change, the latest it can be. */
	readonly conditionsKnown: boolean;
}
