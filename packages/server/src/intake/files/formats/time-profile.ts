/**
 * Collects statistics of a table's times, to find its bar length, whether its stamps mark bar starts or ends, and its time zone. The first rows aren't
 * enough: a thinly traded ticker has long gaps, and the first 64 rows of a whole market can be 64 tickers at one instant.
 */
import { DAY, MINUTE } from '@sw/domain/time/units';
import { newYorkDay, newYorkMinute } from '@sw/domain/time/zone';
import type { ImportEntry } from '../archives/import-entries.ts';
import { createFields, splitFields } from '../bytes/byte-fields.ts';
import { locateLine, splitIntoLineChunks } from '../bytes/byte-lines.ts';
import type { Layout } from './layout.ts';
import { createTimeParser } from './written-time.ts';

/** Maximum number of rows profiled; far fewer are usually enough. */
const MAX_ROWS = 200_000;

/** First and last row of a New York day over all symbols, in minutes since midnight. */
export interface DaySpan {
	first: number;
	last: number;
}

export interface TimeProfile {
	rows: number;
	/** Rows with a time of day. */
	timedRows: number;
	/** Rows at midnight as written, in New York time and in UTC. */
	writtenMidnights: number;
	newYorkMidnights: number;
	utcMidnights: number;
	/** Rows that state their instant, by an offset or as a count since 1970. */
	absoluteRows: number;
	/** Steps between a symbol's rows of one day: minutes -> count. */
	steps: Map<number, number>;
	/** Steps between a symbol's days: days -> count. */
	gaps: Map<number, number>;
	/** `gaps` of each symbol. */
	gapsBySymbol: Map<string, Map<number, number>>;
	/** Number of steps from one row of a symbol to the next, forward and backward in time. */
	forwardSteps: number;
	backwardSteps: number;
	/** Minute of the New York day -> number of rows; only the first 64 distinct minutes. */
	minuteCounts: Map<number, number>;
	/** Day numbers as written. */
	writtenDays: Set<number>;
	/** By day number in New York; only days with timed rows. */
	days: Map<number, DaySpan>;
}

export function createTimeProfile(layout: Layout): { addRow(buffer: Buffer, from: number, to: number): void; profile: TimeProfile } {
	const profile: TimeProfile = {
		rows: 0,
		timedRows: 0,
		writtenMidnights: 0,
		newYorkMidnights: 0,
		utcMidnights: 0,
		absoluteRows: 0,
		steps: new Map(),
		gaps: new Map(),
		gapsBySymbol: new Map(),
		forwardSteps: 0,
		backwardSteps: 0,
		minuteCounts: new Map(),
		writtenDays: new Set(),
		days: new Map(),
	};
	const fields = createFields();
	const { out, read } = createTimeParser(layout);
	const lastRowBySymbol = new Map<string, { ms: number; day: number }>();
	const increment = (map: Map<number, number>, key: number): void => {
		map.set(key, (map.get(key) ?? 0) + 1);
	};
	return {
		profile,
		addRow(buffer, from, to) {
			splitFields(buffer, from, to, layout.separator, fields);
			if (!read(buffer, fields)) return;
			profile.rows++;
			profile.writtenDays.add(out.day);
			const isTimed = !Number.isNaN(out.instant);
			const day = isTimed ? newYorkDay(out.instant) : out.day;
			const ms = isTimed ? out.instant : out.day * DAY;
			if (isTimed) {
				const minute = newYorkMinute(out.instant);
				profile.timedRows++;
				if (out.isAbsolute) profile.absoluteRows++;
				if (out.clockMs === 0) profile.writtenMidnights++;
				if (minute === 0) profile.newYorkMidnights++;
				if (out.instant % DAY === 0) profile.utcMidnights++;
				if (profile.minuteCounts.size < 64 || profile.minuteCounts.has(minute)) increment(profile.minuteCounts, minute);
				const span = profile.days.get(day) ?? { first: minute, last: minute };
				profile.days.set(day, span);
				span.first = Math.min(span.first, minute);
				span.last = Math.max(span.last, minute);
			}
			const symbol = layout.symbol < 0 ? '' : buffer.toString('latin1', fields.starts[layout.symbol], fields.ends[layout.symbol]);
			const previous = lastRowBySymbol.get(symbol);
			if (previous && previous.ms !== ms) {
				if (ms > previous.ms) profile.forwardSteps++;
				else profile.backwardSteps++;
				if (day === previous.day) increment(profile.steps, Math.abs(ms - previous.ms) / MINUTE);
				else {
					const symbolGaps = profile.gapsBySymbol.get(symbol) ?? new Map<number, number>();
					profile.gapsBySymbol.set(symbol, symbolGaps);
					for (const gaps of [profile.gaps, symbolGaps]) increment(gaps, Math.abs(day - previous.day));
				}
				previous.ms = ms;
				previous.day = day;
			} else if (!previous) lastRowBySymbol.set(symbol, { ms, day });
		},
	};
}

/** Profiles the first rows of a table, up to MAX_ROWS. */
export async function profileTimes(entry: ImportEntry, layout: Layout): Promise<TimeProfile> {
	const { profile, addRow } = createTimeProfile(layout);
	const lineBounds: [number, number] = [0, 0];
	let lineCount = 0;
	for await (const chunk of splitIntoLineChunks(entry.content())) {
		for (let at = 0; at < chunk.length; at = lineBounds[1]) {
			locateLine(chunk, at, lineBounds);
			if (lineBounds[0] === at || lineCount++ < layout.headerLines) continue;
			addRow(chunk, at, lineBounds[0]);
			if (profile.rows >= MAX_ROWS) return profile;
		}
	}
	return profile;
}
