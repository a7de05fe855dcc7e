import { type SectorKey, sectorLabel, type Tab } from '@sw/domain/signals/sector';

/** 'Rose'; on a coiled spring the price sectors are its squeeze. */
export function sectorName(key: SectorKey, tab: Tab): string {
	return sectorLabel(tab === 'coiled_spring' && key.startsWith('price') ? 'squeeze' : key);
}
