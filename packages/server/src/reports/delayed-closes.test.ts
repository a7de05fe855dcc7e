import { findNewestOpen } from '@sw/domain/reports/licence-gate';
import { nyse } from '@sw/domain/time/calendar';
import { formatEt } from '@sw/domain/time/format';
import { exchangeDate, MINUTE, type ReportTime } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createDefaultSlots } from '../market/timetable/slot-times.ts';
import { createDelayedCloses } from './delayed-closes.ts';

const DATES = ['2014-06-02', '2014-06-03', '2014-06-04'].map(exchangeDate);

function closeOf(date: string): ReportTime {
	return nyse.sessionOn(exchangeDate(date))?.close as never;
}

/** The date and clock of the newest report that visitors, basic, premium and pro may open, of these reports. */
function newestOf(closes: ReturnType<typeof createDelayedCloses>, times: readonly ReportTime[]) {
	const slots = DATES.flatMap((date) => closes.slotsOn(date)).filter(({ at }) => times.includes(at));
	const newestFirst = slots.sort((a, b) => b.at - a.at);
	return ([null, 'basic', 'premium', 'pro'] as const).map((licence) => {
		const found = findNewestOpen(licence, newestFirst);
		return found && formatEt(found.at, 'date');
	});
}

it('of sessions that have only a close, basic and visitors read the one of the previous session', () => {
	const closes = createDelayedCloses(createDefaultSlots(nyse));
	const times = DATES.map(closeOf);
	expect(times.map((time) => closes.add({ time, algo: 'reverse' }))).toEqual([[], ['2014-06-02'], ['2014-06-03']]);
	const [previous, last] = times.slice(-2).map((time) => formatEt(time, 'date'));
	expect(newestOf(closes, times)).toEqual([previous, previous, last, last]);
	expect(newestOf(closes, times.slice(2))).toEqual([undefined, undefined, last, last]);
	// A correction of a report changes nothing.
	expect(closes.add({ time: times[1] as ReportTime, algo: 'reverse' })).toEqual([]);
	expect(newestOf(closes, times)).toEqual([previous, previous, last, last]);
});

it('a session that also has quarter-hours, or only one quarter-hour, keeps its timetable', () => {
	const timetable = createDefaultSlots(nyse);
	const [first, second, third] = DATES as [never, never, never];
	const closes = createDelayedCloses(timetable);
	closes.add({ time: closeOf(third), algo: 'reverse' });
	expect(closes.add({ time: closeOf(first), algo: 'reverse' })).toEqual([first]);
	expect(closes.slotsOn(first)).not.toEqual(timetable(first));
	expect(closes.add({ time: (closeOf(first) - 30 * MINUTE) as ReportTime, algo: 'reverse' })).toEqual([first]);
	closes.add({ time: (closeOf(second) - 30 * MINUTE) as ReportTime, algo: 'reverse' });
	for (const date of [first, second]) expect(closes.slotsOn(date)).toEqual(timetable(date));
});

it('a forecast beside the close does not count', () => {
	const closes = createDelayedCloses(createDefaultSlots(nyse));
	const [first, second] = DATES as [never, never];
	for (const date of [first, second]) {
		closes.add({ time: closeOf(date), algo: 'reverse' });
		closes.add({ time: (closeOf(date) + MINUTE) as ReportTime, algo: 'forecast' });
	}
	const levels = closes.slotsOn(first).slice(-2);
	expect(levels.map(({ report }) => report)).toEqual(['basic', 'premium']);
});
