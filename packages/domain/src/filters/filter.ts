import type { Operation, Tab } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { UtcMs } from '../time/units.ts';
import type { Conditions } from './groups.ts';

/** A filter as its owner enters it. */
export interface FilterContent extends Conditions {
	readonly tab: Tab;
	readonly strategy: StrategyName;
	readonly name: string;
	/** Direction of the rate; null: the tab's direction. */
	readonly operation: Operation | null;
	readonly comment: string;
}

export interface Filter extends FilterContent {
	readonly id: number;
	/** null: built-in. */
	readonly userId: string | null;
	/** Position among the filters with alerts on; null: off. */
	readonly feedPosition: number | null;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	/** Wall-clock time of the last change of the conditions. The filter's own record begins at this time. */
	readonly conditionsAt: UtcMs;
	/** False if it is unknown whether the last change included the conditions. In this case, `conditionsAt` is the time of that change. */
	readonly conditionsKnown: boolean;
}
