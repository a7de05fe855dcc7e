import { type Operation, SECTORS, type SectorKey } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** Sectors that have a direction, which can be switched. */
export const TURNABLE = ['price', 'call_without_put'] as const;
export type Turnable = (typeof TURNABLE)[number];

/** Sectors of the rate: those in the address, or the tab's default four. */
export function ratedSectors(state: TickerState): readonly SectorKey[] {
	return state.rated.length > 0 ? state.rated : ownSectors(state);
}

function ownSectors({ list }: TickerState): readonly SectorKey[] {
	return tabSectors(list.tab, list.operation);
}

/** The rated direction of a sector; undefined if both or neither. */
export function sideOf(state: TickerState, sector: Turnable): Operation | undefined {
	const rated = ratedSectors(state);
	const sides = SECTORS.filter((one) => one.sector === sector && rated.includes(one.key));
	return sides.length === 1 ? (sides[0]?.operation ?? undefined) : undefined;
}

/** The state with a sector switched to a direction. The tab's default sectors are stored as an empty list. */
export function withDirection(state: TickerState, sector: Turnable, side: Operation): TickerState {
	const otherKeys = ratedSectors(state).filter((key) => SECTORS.find((one) => one.key === key)?.sector !== sector);
	const wanted = inOrder([...otherKeys, `${sector}_${side}`]);
	const own = inOrder(ownSectors(state));
	return { ...state, rated: wanted.join() === own.join() ? [] : wanted };
}

function inOrder(keys: readonly SectorKey[]): SectorKey[] {
	return SECTORS.map(({ key }) => key).filter((key) => keys.includes(key));
}
