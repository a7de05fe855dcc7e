import { DAY, MINUTE } from '@sw/domain/time/units';
import { newYorkDay } from '@sw/domain/time/zone';
import { decimal, type Fields } from '../bytes/byte-fields.ts';
import { createStamp, epochMs, newYorkInstant, readClockField, readStamp } from '../bytes/byte-time.ts';
import type { Layout } from './layout.ts';

/** When a row of bars starts. */
export interface RowTime {
	/** UTC milliseconds; of a table of days the number of the day, and of one of hours that make up days milliseconds of New York time. NaN when there is none. */
	of(buffer: Buffer, fields: Fields): number;
}

export const createRowTime = (layout: Layout): RowTime => {
	const { time, clock, epoch, midnight, shift, foldsHours } = layout;
	const isDaily = layout.interval === 'day';
	const zoneOffset = layout.zone === 'utc' ? 0 : Number.NaN;
	const stamp = createStamp();
	let knownMs = Number.NaN;
	let knownDay = Number.NaN;
	/** Rows of a day's flat file share one stamp. */
	const dayOf = (ms: number): number => {
		if (ms !== knownMs) {
			knownMs = ms;
			knownDay = newYorkDay(ms);
		}
		return knownDay;
	};
	return {
		of(buffer, fields) {
			const from = fields.from[time] as number;
			const to = fields.to[time] as number;
			if (midnight !== null) {
				const ms = decimal(buffer, from, to);
				return ms >= 0 && ms < DAY ? newYorkInstant(midnight, ms) - shift : Number.NaN;
			}
			if (epoch) {
				const ms = epochMs(decimal(buffer, from, to));
				if (!(ms > 0)) return Number.NaN;
				return isDaily ? dayOf(ms) : ms - shift;
			}
			if (!readStamp(buffer, from, to, stamp)) return Number.NaN;
			if (foldsHours) return stamp.day * DAY + stamp.clock;
			if (isDaily) return stamp.day;
			if (clock >= 0 && !readClockField(buffer, fields.from[clock] as number, fields.to[clock] as number, stamp)) return Number.NaN;
			const offset = Number.isNaN(stamp.offset) ? zoneOffset : stamp.offset;
			const start = Number.isNaN(offset) ? newYorkInstant(stamp.day, stamp.clock) : stamp.day * DAY + stamp.clock - offset * MINUTE;
			return start - shift;
		},
	};
};
