import { TIMEFRAMES } from '@sw/domain/time/timeframe';

/** 'one_hour' -> '1h' */
export function labelOf(timeframe: string): string {
	return TIMEFRAMES.find((t) => t.name === timeframe)?.label ?? timeframe;
}
