import { DAY } from '@sw/domain/time/units';
import { newYorkDay } from '@sw/domain/time/zone';
import { decimal, type Fields } from '../bytes/byte-fields.ts';
import { newYorkInstant } from '../bytes/byte-time.ts';
import type { Layout } from './layout.ts';
import { createTimeFields } from './written-time.ts';

/** When a row of bars starts. */
export interface RowTime {
	/** UTC milliseconds; of a table of days the number of the day, and of one of hours that make up days milliseconds of New York time. NaN when there is none. */
	timeOf(buffer: Buffer, fields: Fields): number;
}

export function createRowTime(layout: Layout): RowTime {
	const { time, midnight, shift, foldsHours, daysIn, dayShift } = layout;
	const isDaily = layout.interval === 'day';
	const { out, read } = createTimeFields(layout);
	let knownMs = Number.NaN;
	let knownDay = Number.NaN;
	/** Rows of a day's flat file share one stamp. */
	const newYorkDayOf = (ms: number): number => {
		if (ms !== knownMs) {
			knownMs = ms;
			knownDay = newYorkDay(ms);
		}
		return knownDay;
	};
	return {
		timeOf(buffer, fields) {
			if (midnight !== null) {
				const ms = decimal(buffer, fields.from[time]!, fields.to[time]!);
				return ms >= 0 && ms < DAY ? newYorkInstant(midnight, ms) - shift : Number.NaN;
			}
			if (!read(buffer, fields)) return Number.NaN;
			if (foldsHours) return out.day * DAY + out.clock;
			if (!isDaily) return out.instant - shift;
			const isMoment = out.isAbsolute && !Number.isNaN(out.instant);
			const day =
				isMoment && daysIn === 'new-york'
					? newYorkDayOf(out.instant)
					: isMoment && daysIn === 'utc'
						? Math.floor(out.instant / DAY)
						: out.day;
			return day - dayShift;
		},
	};
}
