import { type Operation, SECTORS, type SectorKey } from '@sw/domain/signals/sector';
import { tabSectors } from '@sw/domain/signals/tabs';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** Sectors that point somewhere, and so can be turned. */
export const TURNABLE = ['price', 'call_without_put'] as const;
export type Turnable = (typeof TURNABLE)[number];

const inOrder = (keys: readonly SectorKey[]): SectorKey[] => SECTORS.map(({ key }) => key).filter((key) => keys.includes(key));

const ownSectors = ({ list }: TickerState): readonly SectorKey[] => tabSectors(list.tab, list.operation);

/** Sectors that the rate sums: those of the address, or the tab's own four. */
export const ratedSectors = (state: TickerState): readonly SectorKey[] => (state.rated.length > 0 ? state.rated : ownSectors(state));

/** Which side of a sector is rated; undefined where both or none is. */
export const sideOf = (state: TickerState, sector: Turnable): Operation | undefined => {
	const rated = ratedSectors(state);
	const sides = SECTORS.filter((one) => one.sector === sector && rated.includes(one.key));
	return sides.length === 1 ? (sides[0]?.operation ?? undefined) : undefined;
};

/** The state with a sector turned to a side. The tab's own four sectors are written as none. */
export const turned = (state: TickerState, sector: Turnable, side: Operation): TickerState => {
	const others = ratedSectors(state).filter((key) => SECTORS.find((one) => one.key === key)?.sector !== sector);
	const wanted = inOrder([...others, `${sector}_${side}`]);
	const own = inOrder(ownSectors(state));
	return { ...state, rated: wanted.join() === own.join() ? [] : wanted };
};
