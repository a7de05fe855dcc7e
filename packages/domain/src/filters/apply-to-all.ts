import { isExtreme, type Operation, type SectorKey, tabOperation } from '../signals/sector.ts';
import type { Timeframe } from '../time/timeframe.ts';
import { type FilterEntry, tidyEntries } from './entries.ts';
import type { FilterContent } from './filter.ts';

/** What is written to every filter; whatever is undefined stays as each filter has it. */
export interface Applied {
	/** On which all conditions stand from then on. */
	readonly timeframe: Timeframe | undefined;
	/** The side of conditions on the price; a tab of extremes keeps its own, for nothing of the other side is in it. */
	readonly price: Operation | undefined;
	/** The side of conditions on calls minus puts, and of the rate. */
	readonly difference: Operation | undefined;
}

type Asking = Pick<FilterContent, 'tab' | 'operation' | 'entries'>;

const PRICE = { short: 'price_short', long: 'price_long' } as const satisfies Record<Operation, SectorKey>;
const DIFFERENCE = { short: 'call_without_put_short', long: 'call_without_put_long' } as const satisfies Record<Operation, SectorKey>;

const isOf = (sector: SectorKey, pair: Readonly<Record<Operation, SectorKey>>): boolean => sector === pair.short || sector === pair.long;

/** A filter with what is applied to all of them. Where two conditions meet the stricter stays, as when a filter is saved. */
export const applyTo = <F extends Asking>(filter: F, { timeframe, price, difference }: Applied): F => {
	const side = isExtreme(filter.tab) ? undefined : price;
	const moved = filter.entries.map(({ sector, timeframe: at, value }): FilterEntry => {
		const turned = side && isOf(sector, PRICE) ? PRICE[side] : difference && isOf(sector, DIFFERENCE) ? DIFFERENCE[difference] : sector;
		return { sector: turned, timeframe: timeframe ?? at, value };
	});
	// Off the tabs of extremes the price of the rate follows its direction, too.
	const wanted = difference ?? side;
	const isOther = wanted !== undefined && wanted !== (filter.operation ?? tabOperation(filter.tab));
	return { ...filter, entries: tidyEntries(moved), operation: isOther ? wanted : filter.operation };
};
