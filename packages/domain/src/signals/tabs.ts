import type { Condition } from './filter.ts';
import { OPERATIONS, type Operation, SECTORS, type SectorKey, type Tab } from './sector.ts';

/** Returns the four sectors of a tab's rate. The price sector is fixed in the extreme tabs; in free and coiled_spring it depends on the operation. */
export function tabSectors(tab: Tab, operation: Operation): readonly [SectorKey, SectorKey, SectorKey, SectorKey] {
	const price = tab === 'extreme_rise' ? 'short' : tab === 'extreme_fall' ? 'long' : operation;
	return [`price_${price}`, 'call_with_put', 'volume', `call_without_put_${operation}`];
}

/** Computes the highest possible rate, with every rated cell at depth 5. `weights` are the weights of the three rated timeframes. */
export function highestRate(weights: readonly number[], sectors: number = tabSectors('free', 'short').length): number {
	return sectors * MAX_DEPTH * weights.reduce((sum, weight) => sum + weight, 0);
}

/**
 * Returns the sectors of a card: the tab's four, and each side of calls − puts with a filter condition, because these conditions decide the card's direction.
 * Free has all six sectors, because its tickers can have moved either way.
 */
export function cardSectors(tab: Tab, operation: Operation, conditions: readonly Pick<Condition, 'sector' | 'value'>[] = []): SectorKey[] {
	if (tab === 'free') return SECTORS.map(({ key }) => key);
	const conditionSectors = new Set(conditions.filter(({ value }) => value > 0).map(({ sector }) => sector));
	return tabSectors(tab, operation).flatMap((key) => {
		if (!key.startsWith(CALLS_MINUS_PUTS)) return [key];
		return OPERATIONS.map((side) => `${CALLS_MINUS_PUTS}_${side}` as const).filter((side) => side === key || conditionSectors.has(side));
	});
}

/** If a card has both sides of calls − puts, keeps only `direction`. Cards with both sides of the price keep all sectors. */
export function keepOneDirection<S extends { sector: string; operation: Operation | null }>(
	sectors: readonly S[],
	direction: Operation,
): readonly S[] {
	const isCallsMinusPuts = ({ sector }: S): boolean => sector === CALLS_MINUS_PUTS;
	const hasBothPrices = sectors.filter(({ sector }) => sector === 'price').length > 1;
	return hasBothPrices || sectors.filter(isCallsMinusPuts).length < 2
		? sectors
		: sectors.filter((sector) => !isCallsMinusPuts(sector) || sector.operation === direction);
}

const MAX_DEPTH = 5;
const CALLS_MINUS_PUTS = 'call_without_put';
