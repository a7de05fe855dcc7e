import { type SectorKey, sectorLabel, type Tab } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';

/** Names a sector: 'Rose'. In coiled springs, the price sectors mean the squeeze. */
export function sectorName(key: SectorKey, tab: Tab): string {
	return sectorLabel(tab === 'coiled_spring' && key.startsWith('price') ? 'squeeze' : key);
}

/** Returns the label of a timeframe: 'one_hour' -> '1h'. */
export function timeframeLabel(timeframe: string): string {
	return TIMEFRAMES.find((t) => t.name === timeframe)?.label ?? timeframe;
}
