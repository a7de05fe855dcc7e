import { isExtreme, type Operation, type SectorKey, tabOperation } from '../signals/sector.ts';
import type { Timeframe } from '../time/timeframe.ts';
import type { FilterEntry } from './entries.ts';
import type { FilterContent } from './filter.ts';
import { type GroupTest, isEntry, normalizeConditions, type TestGroup } from './groups.ts';

/** Values to apply to every filter; undefined: each filter keeps its own value. */
export interface AppliedValues {
	/** New timeframe of all conditions. */
	readonly timeframe: Timeframe | undefined;
	/** New direction of price conditions. Filters of the extreme tabs keep their direction, because these tabs contain only tickers that moved that way. */
	readonly price: Operation | undefined;
	/** New direction of call/put balance conditions, and of the rate. */
	readonly difference: Operation | undefined;
}

type FilterCriteria = Pick<FilterContent, 'tab' | 'operation' | 'entries' | 'groups'>;

const PRICE = { short: 'price_short', long: 'price_long' } as const satisfies Record<Operation, SectorKey>;
const DIFFERENCE = { short: 'call_without_put_short', long: 'call_without_put_long' } as const satisfies Record<Operation, SectorKey>;

/** Returns the filter with the values applied. If two conditions end up on the same cell, the stricter one is kept, as when saving. */
export function applyToAll<F extends FilterCriteria>(filter: F, { timeframe, price, difference }: AppliedValues): F {
	const priceDirection = isExtreme(filter.tab) ? undefined : price;
	const applyToEntry = ({ sector, timeframe: entryTimeframe, value }: FilterEntry): FilterEntry => {
		const newSector =
			priceDirection && isInPair(sector, PRICE)
				? PRICE[priceDirection]
				: difference && isInPair(sector, DIFFERENCE)
					? DIFFERENCE[difference]
					: sector;
		return { sector: newSector, timeframe: timeframe ?? entryTimeframe, value };
	};
	const applyToGroup = <G extends TestGroup>(group: G): G => ({
		...group,
		filters: group.filters.map((test): GroupTest => (isEntry(test) ? applyToEntry(test) : test)),
	});
	const { entries, groups } = normalizeConditions({
		entries: filter.entries.map(applyToEntry),
		groups: filter.groups?.map((group) => ({ ...applyToGroup(group), groups: group.groups.map(applyToGroup) })),
	});
	// Outside the extreme tabs, the rate's direction also decides which price sector counts.
	const newDirection = difference ?? priceDirection;
	const isChanged = newDirection !== undefined && newDirection !== (filter.operation ?? tabOperation(filter.tab));
	return { ...filter, entries, ...(filter.groups ? { groups } : {}), operation: isChanged ? newDirection : filter.operation };
}

function isInPair(sector: SectorKey, pair: Readonly<Record<Operation, SectorKey>>): boolean {
	return sector === pair.short || sector === pair.long;
}
