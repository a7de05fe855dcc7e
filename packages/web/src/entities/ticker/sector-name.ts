import { type SectorKey, sectorLabel, type Tab } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';

/** 'Rose'; on a coiled spring the price sectors are its squeeze. */
export function sectorName(key: SectorKey, tab: Tab): string {
	return sectorLabel(tab === 'coiled_spring' && key.startsWith('price') ? 'squeeze' : key);
}

/** 'one_hour' -> '1h' */
export function labelOf(timeframe: string): string {
	return TIMEFRAMES.find((t) => t.name === timeframe)?.label ?? timeframe;
}
