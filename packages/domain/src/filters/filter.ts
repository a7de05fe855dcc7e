import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { UtcMs } from '../time/units.ts';
import type { Conditions } from './groups.ts';

/** A filter as its owner enters it. */
export interface FilterContent extends Conditions {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly name: string;
	/** null: the tab's own direction. */
	readonly operation: Operation | null;
	readonly comment: string;
}

/** A saved set of conditions. */
export interface Filter extends FilterContent {
	readonly id: number;
	/** null: built-in. */
	readonly userId: string | null;
	/** Position among the filters with alerts on; null: off. */
	readonly feedPosition: number | null;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** When its conditions last changed (wall clock): its own record begins here. */
	readonly conditionsAt: UtcMs;
	/** False if it is unknown whether a change included the conditions: `conditionsAt` is then that change, the latest possible time. */
	readonly conditionsKnown: boolean;
}
