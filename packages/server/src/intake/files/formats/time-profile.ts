/**
 * What the times of a whole table say together: how long its bars are, whether stamps are starts or ends, which clock they are of. A header
 * and a few rows can't tell: a thin ticker trades minutes apart, and the first 64 rows of a market's file are 64 tickers at one moment.
 */
import { DAY, MINUTE } from '@sw/domain/time/units';
import { newYorkDay, newYorkMinute, weekdayOfDay } from '@sw/domain/time/zone';
import type { ImportEntry } from '../archives/import-entries.ts';
import { createFields, splitFields } from '../bytes/byte-fields.ts';
import { lineAt, wholeLines } from '../bytes/byte-lines.ts';
import { ImportError } from '../faults/import-error.ts';
import type { Layout, LayoutOptions } from './layout.ts';
import { createTimeFields } from './written-time.ts';

/** Rows that are looked at; a bar's length shows long before. */
const MOST_ROWS = 200_000;
/** Different clocks that rows of days may bear: a fixed UTC time is two in New York, and days close early. */
const MOST_DAY_CLOCKS = 4;

/** Starts of the first and last row of one New York day over all symbols, in minutes since midnight. */
interface DaySpan {
	first: number;
	last: number;
}

export interface TimeProfile {
	rows: number;
	/** Rows with a time of day. */
	timed: number;
	/** Rows at midnight by their own writing, and by New York's clock. */
	writtenMidnights: number;
	newYorkMidnights: number;
	absolute: number;
	/** Steps within a day of one symbol: whole minutes -> how often. */
	steps: Map<number, number>;
	/** Steps from day to day of one symbol: days -> how often. */
	gaps: Map<number, number>;
	forward: number;
	backward: number;
	/** Minutes of the New York day that rows start at, up to a few. */
	clocks: Set<number>;
	writtenDays: Set<number>;
	days: Map<number, DaySpan>;
}

const OPEN = 570;
const CLOSE = 960;
const EARLIEST = 240;
const LATEST = 1200;
const REGULAR_MINUTES = CLOSE - OPEN;
const EXTENDED_MINUTES = LATEST - EARLIEST;

export function createTimeProfile(layout: Layout): { add(line: Buffer, from: number, to: number): void; profile: TimeProfile } {
	const profile: TimeProfile = {
		rows: 0,
		timed: 0,
		writtenMidnights: 0,
		newYorkMidnights: 0,
		absolute: 0,
		steps: new Map(),
		gaps: new Map(),
		forward: 0,
		backward: 0,
		clocks: new Set(),
		writtenDays: new Set(),
		days: new Map(),
	};
	const fields = createFields();
	const { out, read } = createTimeFields(layout);
	const last = new Map<string, { ms: number; day: number }>();
	const count = (map: Map<number, number>, key: number): void => {
		map.set(key, (map.get(key) ?? 0) + 1);
	};
	return {
		profile,
		add(line, from, to) {
			splitFields(line, from, to, layout.separator, fields);
			if (!read(line, fields)) return;
			profile.rows++;
			profile.writtenDays.add(out.day);
			const isTimed = !Number.isNaN(out.instant);
			const day = isTimed ? newYorkDay(out.instant) : out.day;
			const ms = isTimed ? out.instant : out.day * DAY;
			if (isTimed) {
				const minute = newYorkMinute(out.instant);
				profile.timed++;
				if (out.isAbsolute) profile.absolute++;
				if (out.clock === 0) profile.writtenMidnights++;
				if (minute === 0) profile.newYorkMidnights++;
				if (profile.clocks.size < 64) profile.clocks.add(minute);
				const span = profile.days.get(day) ?? { first: minute, last: minute };
				profile.days.set(day, span);
				span.first = Math.min(span.first, minute);
				span.last = Math.max(span.last, minute);
			}
			const symbol = layout.symbol < 0 ? '' : line.toString('latin1', fields.from[layout.symbol], fields.to[layout.symbol]);
			const before = last.get(symbol);
			if (before && before.ms !== ms) {
				if (ms > before.ms) profile.forward++;
				else profile.backward++;
				if (day === before.day) count(profile.steps, Math.abs(ms - before.ms) / MINUTE);
				else count(profile.gaps, Math.abs(day - before.day));
				before.ms = ms;
				before.day = day;
			} else if (!before) last.set(symbol, { ms, day });
		},
	};
}

/** Looks through the rows of a table, up to a limit. */
export async function profileTimes(entry: ImportEntry, layout: Layout): Promise<TimeProfile> {
	const { profile, add } = createTimeProfile(layout);
	const span: [number, number] = [0, 0];
	let lines = 0;
	for await (const chunk of wholeLines(entry.content())) {
		for (let at = 0; at < chunk.length; at = span[1]) {
			lineAt(chunk, at, span);
			if (span[0] === at || lines++ < layout.headerLines) continue;
			add(chunk, at, span[0]);
			if (profile.rows >= MOST_ROWS) return profile;
		}
	}
	return profile;
}

/** The layout with all that the rows decide. ImportError where they contradict what was said of them, or leave open what must not be guessed. */
export function settleTimes(layout: Layout, profile: TimeProfile, options: LayoutOptions): Layout {
	if (profile.rows === 0) return layout;
	const direction = profile.backward > profile.forward ? -1 : 1;
	const interval = intervalOf(layout, profile, options);
	const settled: Layout = { ...layout, direction, interval };
	if (interval === 'day') return settleDays(settled, profile, options);
	const minutes = interval ?? commonStep(profile);
	settleStamp(settled, profile, minutes);
	if (settled.zoneFrom !== 'times' && minutes !== undefined) refuseOtherClock(settled, profile, minutes);
	return settled;
}

function intervalOf({ interval }: Layout, profile: TimeProfile, options: LayoutOptions): Layout['interval'] {
	if (options.interval !== undefined) return options.interval;
	if (interval === null) return intervalOfRows(profile);
	const hasDays = profile.steps.size === 0 && profile.gaps.size > 0 && total(profile.gaps) >= 3;
	if (typeof interval === 'number' && hasDays && profile.timed === 0)
		throw new ImportError(
			'interval',
			`Its name says bars of ${interval} minutes, but it has one row a day: rename it, or say --interval day.`,
		);
	if (interval === 'day' && total(profile.steps) > total(profile.gaps))
		throw new ImportError('interval', 'Its name says daily bars, but it has several rows a day: rename it, or say --interval 1, 5 or 15.');
	return interval;
}

function intervalOfRows(profile: TimeProfile): Layout['interval'] {
	const { rows, timed, steps, gaps, clocks } = profile;
	if (timed === 0) return 'day';
	if (steps.size > 0) {
		refuseLongBars(profile);
		return null;
	}
	if (profile.writtenMidnights === timed || profile.newYorkMidnights === timed) return 'day';
	if (gaps.size > 0 && clocks.size <= MOST_DAY_CLOCKS) return 'day';
	const what = rows === 1 ? 'Its only row' : gaps.size > 0 ? 'One row a day, at changing times,' : 'One row of each symbol';
	throw new ImportError('interval', `${what} may be a day or a part of it: say --interval day, or 1, 5 or 15.`);
}

/** Bars of half an hour and more, however few: every step and every start is a multiple of their length. One thin ticker among others sinks nothing. */
function refuseLongBars({ steps, clocks }: TimeProfile): void {
	const length = [...steps.keys()].map((minutes) => Math.max(1, Math.round(minutes * 60))).reduce(commonDivisor) / 60;
	const areOnTheHalfHour = [...clocks].every((minute) => minute % 30 === 0);
	if (length <= 15 || !(areOnTheHalfHour || total(steps) >= 12)) return;
	const least = Math.min(...steps.keys());
	const name = least % 60 === 0 ? `${least / 60} hour${least === 60 ? '' : 's'}` : `${least} minutes`;
	throw new ImportError('interval', `Its bars are of ${name}; if they are minutes of a thinly traded ticker, say --interval 1, 5 or 15.`);
}

const LONG_DAYS: readonly (readonly [from: number, to: number, name: string])[] = [
	[5, 9, 'weekly'],
	[26, 33, 'monthly'],
	[85, 95, 'quarterly'],
	[355, 375, 'yearly'],
];

function settleDays(layout: Layout, profile: TimeProfile, options: LayoutOptions): Layout {
	const { gaps, timed, absolute } = profile;
	if (options.interval === undefined && gaps.size > 0) {
		const middle = medianKey(gaps);
		const long = LONG_DAYS.find(([from, to]) => middle >= from && middle <= to);
		if (long) throw new ImportError('interval', `Its rows are ${long[2]} bars; if they are days, say --interval day.`);
	}
	// An instant at midnight is a date by the clock that shows it: UTC's, or that of the row's own offset. Everything else is a moment of a New York day.
	const daysIn = absolute > 0 && profile.writtenMidnights < timed ? 'new-york' : 'written';
	const days = daysIn === 'written' ? [...profile.writtenDays] : [...profile.days.keys()];
	const on = (weekday: number): number => days.filter((day) => weekdayOfDay(day) === weekday).length;
	const endsAtMidnight = timed > 0 && options.stamp === 'end';
	if (days.length >= 5 && on(6) > 0 && on(6) * 2 > on(5) && on(1) === 0 && !endsAtMidnight)
		throw new ImportError(
			'hours',
			`Its days include Saturdays and no Mondays, as if each were stamped by the midnight that ends it: ${timed > 0 ? 'say --stamp end, or ' : ''}correct the dates.`,
		);
	return {
		...layout,
		zoneFrom: 'times',
		daysIn,
		dayShift: endsAtMidnight && profile.writtenMidnights + profile.newYorkMidnights > 0 ? 1 : 0,
	};
}

/** Sets whether stamps are starts or ends, which the rows of whole days show: 09:30 to 15:45, or 09:45 to 16:00. */
function settleStamp(layout: Layout, { days }: TimeProfile, minutes: number | undefined): void {
	let starts = 0;
	let ends = 0;
	for (const { first, last } of days.values()) {
		for (const [from, to] of [
			[OPEN, CLOSE],
			[EARLIEST, LATEST],
		] as const) {
			if (minutes === undefined || last - first !== to - from - minutes) continue;
			if (first === from) starts++;
			if (last === to) ends++;
		}
	}
	const seen = ends > starts ? 'end' : starts > ends ? 'start' : layout.stamp;
	if (layout.shiftFrom === 'format' && seen !== layout.stamp) {
		layout.stamp = seen;
		layout.shiftFrom = 'rows';
	}
	if (layout.stamp === 'start') return;
	if (minutes === undefined)
		throw new ImportError('format', 'For bars stamped by their end the length must be given: say --interval 1, 5 or 15.');
	layout.shift = minutes * MINUTE;
}

/** Asks about whole sessions that lie beside the exchange's: an hour early is Chicago's clock, four or five late is UTC. */
function refuseOtherClock({ shift, zone }: Layout, { days }: TimeProfile, minutes: number): void {
	const shifted = new Map<number, number>();
	let whole = 0;
	for (const { first, last } of days.values()) {
		const isRegular = last - first === REGULAR_MINUTES - minutes;
		const isExtended = last - first === EXTENDED_MINUTES - minutes;
		if (!isRegular && !isExtended) continue;
		whole++;
		const off = first - shift / MINUTE - (isRegular ? OPEN : EARLIEST);
		if (off !== 0) shifted.set(off, (shifted.get(off) ?? 0) + 1);
	}
	const [off, times] = [...shifted].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
	if (off % 30 !== 0 || total(shifted) * 5 < whole || times === 0) return;
	const read = zone === 'utc' ? 'UTC' : zone === 'new-york' ? 'New York time' : zone;
	const which = times === whole ? 'Its days run' : `${times} of its ${whole} whole days run`;
	const at = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
	throw new ImportError(
		'hours',
		`${which} ${Math.abs(off) % 60 === 0 ? `${Math.abs(off) / 60} h` : `${Math.abs(off)} min`} ${off < 0 ? 'early' : 'late'} (from ${at(mod(OPEN + off))} New York time) when read as ${read}: say --zone ${suggestion(zone, off, times < whole)}.`,
	);
}

function suggestion(zone: Layout['zone'], off: number, isSeasonal: boolean): string {
	if (zone !== 'new-york') return 'new-york';
	if (off === 240 || off === 300) return 'utc';
	if (off === -60) return isSeasonal ? 'EST (an hour behind New York in summer) or America/Chicago' : 'America/Chicago';
	if (off === -120) return 'America/Denver';
	if (off === -180) return 'America/Los_Angeles';
	return 'and the name of their time zone, such as Europe/London';
}

/** The step that occurs most, where it can be a bar's length. */
function commonStep({ steps }: TimeProfile): number | undefined {
	const [step] = [...steps].toSorted((a, b) => b[1] - a[1])[0] ?? [];
	return step !== undefined && step >= 1 && step <= 15 && Number.isInteger(step) ? step : undefined;
}

function medianKey(counts: ReadonlyMap<number, number>): number {
	let left = total(counts) / 2;
	for (const [key, count] of [...counts].toSorted((a, b) => a[0] - b[0])) {
		left -= count;
		if (left <= 0) return key;
	}
	return Number.NaN;
}

function total(counts: ReadonlyMap<number, number>): number {
	return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

function mod(minute: number): number {
	return ((minute % 1440) + 1440) % 1440;
}
