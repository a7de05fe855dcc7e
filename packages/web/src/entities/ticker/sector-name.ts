import { SECTORS, type SectorKey, type Tab } from '@sw/domain/signals/sector';
import { sliceName } from '@sw/domain/signals/wheel/words';

/** 'Price ↓'; on a coiled spring the price sectors are its squeeze. */
export const sectorName = (key: SectorKey, tab: Tab): string => {
	const sector = SECTORS.find((one) => one.key === key);
	return sliceName({
		key,
		operation: sector?.operation ?? null,
		squeeze: tab === 'coiled_spring' && sector?.sector === 'price',
		tone: 'short',
		depths: [],
	});
};
