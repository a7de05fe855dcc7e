import { SECTORS } from '../signals/sector.ts';
import { parseTimeframe } from '../time/timeframe.ts';
import type { FilterEntry } from './entries.ts';

/** A condition in an address: 'price_short.one_hour.3'. */
export function conditionText({ sector, timeframe, value }: FilterEntry): string {
	return `${sector}.${timeframe}.${value}`;
}

/** The condition in a text; undefined if invalid. */
export function readCondition(text: string): FilterEntry | undefined {
	const [key, frame = '', depth = '', ...rest] = text.split('.');
	const sector = SECTORS.find((one) => one.key === key)?.key;
	const timeframe = parseTimeframe(frame);
	return sector && timeframe && /^[1-5]$/.test(depth) && rest.length === 0 ? { sector, timeframe, value: Number(depth) } : undefined;
}
