import { type Operation, SECTORS, type SectorKey } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** Sectors with a direction that the reader can switch. */
export const DIRECTIONAL_SECTORS = ['price', 'call_without_put'] as const;
export type DirectionalSector = (typeof DIRECTIONAL_SECTORS)[number];

/** Returns the sectors of the rate: the ones in the URL, or the tab's defaults. */
export function listRatedSectors(state: TickerState): readonly SectorKey[] {
	return state.rated.length > 0 ? state.rated : listDefaultSectors(state);
}

function listDefaultSectors({ list }: TickerState): readonly SectorKey[] {
	return tabSectors(list.tab, list.operation);
}

/** Returns the direction of a sector that counts in the rate; undefined if both or neither do. */
export function findRatedSide(state: TickerState, sector: DirectionalSector): Operation | undefined {
	const ratedKeys = listRatedSectors(state);
	const sides = SECTORS.filter((entry) => entry.sector === sector && ratedKeys.includes(entry.key));
	return sides.length === 1 ? (sides[0]?.operation ?? undefined) : undefined;
}

/** Switches a sector to a direction. The tab's default sectors are stored as an empty list. */
export function withDirection(state: TickerState, sector: DirectionalSector, side: Operation): TickerState {
	const otherKeys = listRatedSectors(state).filter((key) => SECTORS.find((entry) => entry.key === key)?.sector !== sector);
	const ratedKeys = sortSectors([...otherKeys, `${sector}_${side}`]);
	const defaults = sortSectors(listDefaultSectors(state));
	return { ...state, rated: ratedKeys.join() === defaults.join() ? [] : ratedKeys };
}

function sortSectors(keys: readonly SectorKey[]): SectorKey[] {
	return SECTORS.map(({ key }) => key).filter((key) => keys.includes(key));
}
