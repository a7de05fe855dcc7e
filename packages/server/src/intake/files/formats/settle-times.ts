/** Decides from a table's rows how long its bars are and whether stamps are starts or ends, and rejects tables read in the wrong time zone. */
import { DAY, MINUTE } from '@sw/domain/time/units';
import { dateOfDay, newYorkOffsetMinutes, weekdayOfDay } from '@sw/domain/time/zone';
import { ImportError } from '../faults/import-error.ts';
import { determineInterval, findLongBarSymbols, findMostFrequentStep, rejectLongerThanDaily, sumCounts } from './bar-length.ts';
import type { Layout, LayoutOptions } from './layout.ts';
import type { DaySpan, TimeProfile } from './time-profile.ts';

// Minutes since midnight in New York: the regular session, and extended hours.
const OPEN = 570;
const CLOSE = 960;
const EXTENDED_OPEN = 240;
const EXTENDED_CLOSE = 1200;
const REGULAR_MINUTES = CLOSE - OPEN;
const EXTENDED_MINUTES = EXTENDED_CLOSE - EXTENDED_OPEN;

/** Completes the layout from the rows. Throws ImportError if they contradict the options or leave something undecided. */
export function completeLayout(layout: Layout, profile: TimeProfile, options: LayoutOptions): Layout {
	if (profile.rows === 0) return layout;
	const direction = profile.backwardSteps > profile.forwardSteps ? -1 : 1;
	const interval = determineInterval(layout, profile, options);
	const completedLayout: Layout = { ...layout, direction, interval };
	if (interval === 'day') return completeDailyLayout(completedLayout, profile, options);
	const minutes = interval ?? findMostFrequentStep(profile);
	decideStamp(completedLayout, profile, minutes);
	if (minutes !== undefined) rejectShiftedSessions(completedLayout, profile, minutes);
	return completedLayout;
}

function completeDailyLayout(layout: Layout, profile: TimeProfile, options: LayoutOptions): Layout {
	const { timedRows, absoluteRows } = profile;
	if (options.interval === undefined) rejectLongerThanDaily(profile);
	// A stamp at midnight means the date in its own offset, or in UTC; any other instant belongs to its New York day.
	let dayZone: Layout['dayZone'] = absoluteRows > 0 && profile.writtenMidnights < timedRows ? 'new-york' : 'written';
	const days = dayZone === 'written' ? [...profile.writtenDays] : [...profile.days.keys()];
	const countOn = (weekday: number): number => days.filter((day) => weekdayOfDay(day) === weekday).length;
	if (timedRows > 0 && days.length >= 2 && countOn(0) * 2 > countOn(1) && countOn(5) === 0) {
		// Sundays but no Fridays: a UTC midnight is 19:00 or 20:00 on the day before in New York.
		if (profile.utcMidnights !== timedRows || absoluteRows !== timedRows)
			throw new ImportError(
				'hours',
				'Its days include Sundays and no Fridays, as if stamped at midnight in another time zone: write dates alone, 2024-12-31.',
			);
		dayZone = 'utc';
	}
	const endsAtMidnight = timedRows > 0 && options.stamp === 'end';
	if (days.length >= 5 && countOn(6) > 0 && countOn(6) * 2 > countOn(5) && countOn(1) === 0 && !endsAtMidnight)
		throw new ImportError(
			'hours',
			`Its days include Saturdays and no Mondays, as if each were stamped at the midnight that ends it: ${timedRows > 0 ? 'use --stamp end, or ' : ''}correct the dates.`,
		);
	return {
		...layout,
		zoneFrom: 'times',
		dayZone,
		...(options.interval === undefined ? { longBars: findLongBarSymbols(profile) } : {}),
		dayShift: endsAtMidnight && profile.writtenMidnights + profile.newYorkMidnights > 0 ? 1 : 0,
	};
}

/** Decides by whole days whether stamps are starts or ends: 15-minute rows run from 09:30 to 15:45, or from 09:45 to 16:00. */
function decideStamp(layout: Layout, { days, steps }: TimeProfile, minutes: number | undefined): void {
	// Rows of a thinly traded ticker begin and end wherever it traded, so only dense tables are evidence.
	const isDense = minutes !== undefined && (steps.get(minutes) ?? 0) * 5 >= sumCounts(steps) * 3;
	if (isDense) {
		const kind = findDayStamp(days, minutes) ?? findSpanStamp(joinSpans([...days.values()]), minutes);
		if (layout.stampFrom === 'user' && kind !== undefined && kind !== layout.stamp)
			throw new ImportError('hours', `Its times look like bars stamped at their ${kind}: leave out --stamp ${layout.stamp}.`);
		if (kind !== undefined && kind !== layout.stamp) {
			layout.stamp = kind;
			layout.stampFrom = 'rows';
		}
	}
	if (layout.stamp === 'start') return;
	if (minutes === undefined) throw new ImportError('format', 'Bars stamped at their end need a length: use --interval 1, 5 or 15.');
	layout.shiftMs = minutes * MINUTE;
}

type StampKind = Layout['stamp'];

function findSpanStamp({ first, last }: DaySpan, minutes: number): StampKind | undefined {
	const coversExactly = (firstMinute: number, lastMinute: number): boolean => first === firstMinute && last === lastMinute;
	if (coversExactly(OPEN, CLOSE - minutes) || coversExactly(EXTENDED_OPEN, EXTENDED_CLOSE - minutes)) return 'start';
	if (coversExactly(OPEN + minutes, CLOSE) || coversExactly(EXTENDED_OPEN + minutes, EXTENDED_CLOSE)) return 'end';
	return undefined;
}

/** Finds the kind of stamps that most whole days show; undefined without whole days. Throws ImportError if the kind changes within the table. */
function findDayStamp(days: ReadonlyMap<number, DaySpan>, minutes: number): StampKind | undefined {
	const wholeDays = [...days]
		.filter(([, { first, last }]) => last - first === REGULAR_MINUTES - minutes || last - first === EXTENDED_MINUTES - minutes)
		.flatMap(([day, span]) => {
			const kind = findSpanStamp(span, minutes);
			return kind === undefined ? [] : [{ day, kind }];
		})
		.toSorted((a, b) => a.day - b.day);
	const starts = wholeDays.filter(({ kind }) => kind === 'start').length;
	const ends = wholeDays.length - starts;
	if (wholeDays.length === 0) return undefined;
	const changes = wholeDays.filter(({ kind }, at) => at > 0 && kind !== wholeDays[at - 1]?.kind);
	// Single days of a thinly traded ticker can look like the other kind; after a change by the vendor, all days do.
	if (changes.length > 0 && changes.length * 3 <= Math.min(starts, ends))
		throw new ImportError(
			'hours',
			`${starts} of its days are stamped at the start of bars and ${ends} at the end, with a change on ${dateOfDay(changes[0]?.day as number)}: split the file there.`,
		);
	return starts === ends ? undefined : ends > starts ? 'end' : 'start';
}

function joinSpans(spans: readonly DaySpan[]): DaySpan {
	return {
		first: spans.reduce((earliest, { first }) => Math.min(earliest, first), Number.POSITIVE_INFINITY),
		last: spans.reduce((latest, { last }) => Math.max(latest, last), Number.NEGATIVE_INFINITY),
	};
}

/** Throws ImportError if whole sessions are early or late: an hour early is Chicago time, four or five hours late is UTC. */
function rejectShiftedSessions({ shiftMs, zone, zoneFrom }: Layout, { days }: TimeProfile, minutes: number): void {
	const sessionShifts = [...days.values()]
		.map((span) => computeSessionShift(span, minutes, shiftMs))
		.filter((shiftMinutes) => shiftMinutes !== undefined);
	const shifts = sessionShifts.length * 5 >= days.size ? sessionShifts : [...sessionShifts, ...computeSeasonShifts(days, minutes, shiftMs)];
	const wholeDayCount = shifts.length;
	const countByShift = new Map<number, number>();
	for (const shiftMinutes of shifts) if (shiftMinutes !== 0) countByShift.set(shiftMinutes, (countByShift.get(shiftMinutes) ?? 0) + 1);
	const [commonShift, shiftedDayCount] = [...countByShift].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
	if (commonShift % 30 !== 0 || sumCounts(countByShift) * 5 < wholeDayCount || shiftedDayCount === 0) return;
	const subject = shiftedDayCount === wholeDayCount ? 'Its days run' : `${shiftedDayCount} of its ${wholeDayCount} whole days run`;
	const formatMinute = (minute: number): string =>
		`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
	const amount = Math.abs(commonShift) % 60 === 0 ? `${Math.abs(commonShift) / 60} h` : `${Math.abs(commonShift)} min`;
	const finding = `${subject} ${amount} ${commonShift < 0 ? 'early' : 'late'} (from ${formatMinute(wrapMinute(OPEN + commonShift))} New York time)`;
	if (zoneFrom === 'times')
		throw new ImportError(
			'hours',
			`${finding} in the time zone given in the times, or as counts since 1970 in UTC: correct them, or write 2024-12-31 15:30 without a zone and use --zone.`,
		);
	const zoneText = zone === 'utc' ? 'UTC' : zone === 'new-york' ? 'New York time' : zone;
	throw new ImportError(
		'hours',
		`${finding} when read as ${zoneText}: use --zone ${suggestZone(zone, commonShift, shiftedDayCount < wholeDayCount)}.`,
	);
}

/** Returns the minutes by which a whole session is early (negative) or late; undefined if the span is not a whole session. */
function computeSessionShift({ first, last }: DaySpan, minutes: number, shiftMs: number): number | undefined {
	if (last - first === REGULAR_MINUTES - minutes) return first - shiftMs / MINUTE - OPEN;
	return last - first === EXTENDED_MINUTES - minutes ? first - shiftMs / MINUTE - EXTENDED_OPEN : undefined;
}

/** For tables without whole days, computes the minutes by which each daylight-saving season's days, joined, are early or late. */
function computeSeasonShifts(days: ReadonlyMap<number, DaySpan>, minutes: number, shiftMs: number): number[] {
	const seasons = Map.groupBy(days, ([day]) => newYorkOffsetMinutes(day * DAY + DAY / 2));
	return [...seasons.values()].flatMap((season) => {
		const seasonShift = season.length < 3 ? undefined : computeSessionShift(joinSpans(season.map(([, span]) => span)), minutes, shiftMs);
		return seasonShift === undefined ? [] : [seasonShift];
	});
}

function suggestZone(zone: Layout['zone'], shiftMinutes: number, isSeasonal: boolean): string {
	if (zone !== 'new-york') return 'new-york';
	if (shiftMinutes === 240 || shiftMinutes === 300) return 'utc';
	if (shiftMinutes === -60) return isSeasonal ? 'EST (an hour behind New York in summer) or America/Chicago' : 'America/Chicago';
	if (shiftMinutes === -120) return 'America/Denver';
	if (shiftMinutes === -180) return 'America/Los_Angeles';
	return 'and the name of their time zone, such as Europe/London';
}

function wrapMinute(minute: number): number {
	return ((minute % 1440) + 1440) % 1440;
}
