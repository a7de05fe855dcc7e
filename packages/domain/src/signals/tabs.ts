import type { Operation, SectorKey, Tab } from './sector.ts';

/** The four sectors of a tab's rate: the price sector is the tab's own, on free and coiled_spring it follows the operation. */
export const tabSectors = (tab: Tab, operation: Operation): readonly [SectorKey, SectorKey, SectorKey, SectorKey] => {
	const price = tab === 'extreme_rise' ? 'short' : tab === 'extreme_fall' ? 'long' : operation;
	return [`price_${price}`, 'call_with_put', 'volume', `call_without_put_${operation}`];
};
