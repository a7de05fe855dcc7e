/** Parses a row's time as written. Shared by layout detection, the time profile and the table reader. */
import { DAY, MINUTE } from '@sw/domain/time/units';
import { type Fields, parseDecimal } from '../bytes/byte-fields.ts';
import {
	createParsedTime,
	createZoneConverter,
	epochToMs,
	type ParsedTime,
	readClockField,
	readSerial,
	readYearFirst,
	readYearLast,
	type TimeKind,
} from '../bytes/byte-time.ts';

/** Largest distance from 1970 in ms that is accepted; below the limit of Date. */
const LATEST_MS = 8e15;

/** A row's time as written, before the bar length is known. Reused from row to row. */
export interface WrittenTime extends ParsedTime {
	/** UTC milliseconds; NaN if the row has a day without a time. */
	instant: number;
	/** Whether the row itself states the instant, by an offset or as a count since 1970. */
	isAbsolute: boolean;
}

/** Columns of a row's time (`clock`: a separate time of day, -1 if absent), how it is written, and the zone of times without an offset. */
interface TimeColumns {
	time: number;
	clock: number;
	timeKind: TimeKind;
	zone: string;
}

/** Creates a parser whose `read` parses the time of a row into `out`; false if it is unreadable. */
export function createTimeParser({ time, clock, timeKind, zone }: TimeColumns): {
	out: WrittenTime;
	read(buffer: Buffer, fields: Fields): boolean;
} {
	const out: WrittenTime = { ...createParsedTime(), instant: Number.NaN, isAbsolute: false };
	const toUtc = createZoneConverter(zone);
	const isYearLast = timeKind === 'month-first' || timeKind === 'day-first' || timeKind === 'short-year-first';
	return {
		out,
		read(buffer, fields) {
			if (time >= fields.count) return false;
			const from = fields.starts[time]!;
			const to = fields.ends[time]!;
			if (timeKind === 'epoch') {
				const ms = epochToMs(parseDecimal(buffer, from, to));
				if (!(Math.abs(ms) <= LATEST_MS)) return false;
				out.day = Math.floor(ms / DAY);
				out.clockMs = ms - out.day * DAY;
				out.offsetMinutes = 0;
				out.instant = ms;
				out.isAbsolute = true;
				return true;
			}
			if (timeKind === 'serial' && !readSerial(parseDecimal(buffer, from, to), out)) return false;
			if (timeKind === 'text' && !readYearFirst(buffer, from, to, out)) return false;
			if (isYearLast && !readYearLast(buffer, from, to, out, timeKind)) return false;
			if (clock >= 0 && (clock >= fields.count || !readClockField(buffer, fields.starts[clock]!, fields.ends[clock]!, out))) return false;
			out.isAbsolute = !Number.isNaN(out.offsetMinutes);
			out.instant = Number.isNaN(out.clockMs)
				? Number.NaN
				: out.isAbsolute
					? out.day * DAY + out.clockMs - out.offsetMinutes * MINUTE
					: toUtc(out.day, out.clockMs);
			return true;
		},
	};
}
