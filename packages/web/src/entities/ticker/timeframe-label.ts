import { TIMEFRAMES } from '@sw/domain/time/timeframe';

/** 'one_hour' -> '1h' */
export const labelOf = (timeframe: string): string => TIMEFRAMES.find((t) => t.name === timeframe)?.label ?? timeframe;
