import { SECTORS, type SectorKey, type Tab } from '@sw/domain/signals/sector';
import { sliceName } from '../../charts/wheel/words.ts';
import { labelOf } from './ticker-view.ts';
import type { Condition } from './validation-state.ts';
import { validationWords as words } from './words-validation.ts';

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

/** 'Volume 1h at least 3 rings'. A condition on the price always means the price. */
export const conditionName = ({ sector, timeframe, value }: Condition): string =>
	words.condition(`${sectorName(sector, 'free')} ${labelOf(timeframe)}`, value);
