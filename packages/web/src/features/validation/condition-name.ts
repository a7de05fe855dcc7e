import { sectorName } from '../../entities/ticker/sector-name.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import type { Condition } from '../../entities/ticker/validation-state.ts';
import { validationWords as words } from './words.ts';

/** 'Volume 1h at depth 3 or more'. A condition on the price always means the price. */
export function conditionName({ sector, timeframe, value }: Condition): string {
	return words.condition(`${sectorName(sector, 'free')} ${labelOf(timeframe)}`, value);
}
