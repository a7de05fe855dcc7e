import type { CorpusCase } from './corpus-case.ts';
import { DAYS, HEADER, writeMinuteRows } from './corpus-rows.ts';

/** Quarter-hour rows of two regular sessions, written in a zone that is `aheadMinutes` ahead of New York. */
function writeSessions(aheadMinutes: number, stamp?: (date: string, at: string) => string): string {
	return DAYS.slice(0, 2)
		.map((date) => writeMinuteRows(26, { date, from: 570 + aheadMinutes, step: 15, ...(stamp ? { stamp } : {}) }))
		.join('');
}

const UTC_AHEAD_MINUTES = 240;

export const ZONE_CASES: readonly CorpusCase[] = [
	{
		name: 'zone-assumed',
		files: { 'aapl.csv': HEADER + writeSessions(0) },
		gives: ['AAPL 52/52'],
		says: /times read as New York time \(assumed/,
		exit: 0,
	},
	{
		name: 'zone-is-utc-unsaid',
		files: { 'aapl.csv': HEADER + writeSessions(UTC_AHEAD_MINUTES) },
		gives: ['failed hours'],
		says: /days run 4 h late .*read as New York time: use --zone utc/,
		exit: 1,
	},
	{
		name: 'zone-is-utc-given',
		files: { 'aapl.csv': HEADER + writeSessions(UTC_AHEAD_MINUTES) },
		options: { zone: 'utc' },
		gives: ['AAPL 52/52'],
		exit: 0,
	},
	{
		name: 'zone-given-wrongly',
		files: { 'aapl.csv': HEADER + writeSessions(0) },
		options: { zone: 'utc' },
		gives: ['failed hours'],
		says: /days run 4 h early .*read as UTC: use --zone new-york/,
		exit: 1,
	},
	{
		name: 'zone-of-another-continent',
		files: { 'aapl.csv': HEADER + writeMinuteRows(26, { from: 22 * 60, step: 3 }) },
		gives: ['failed refused'],
		says: /Its times have no time zone; they were read as New York time/,
		exit: 1,
	},
	{
		name: 'zone-in-the-header',
		files: { 'aapl.csv': HEADER.replace('time', 'time_utc') + writeSessions(UTC_AHEAD_MINUTES) },
		gives: ['AAPL 52/52'],
		exit: 0,
	},
	{
		name: 'zone-by-offset',
		files: { 'aapl.csv': HEADER + writeSessions(0, (date, at) => `${date}T${at}:00-04:00`) },
		gives: ['AAPL 52/52'],
		exit: 0,
	},
	{
		name: 'zone-by-z',
		files: { 'aapl.csv': HEADER + writeSessions(UTC_AHEAD_MINUTES, (date, at) => `${date}T${at}:00Z`) },
		gives: ['AAPL 52/52'],
		exit: 0,
	},
	{
		name: 'zone-of-an-evening-by-offset',
		files: { 'aapl.csv': HEADER + writeMinuteRows(12, { from: 960, step: 15, stamp: (date, at) => `${date}T${at}:00-04:00` }) },
		gives: ['AAPL 12/12'],
		exit: 0,
	},
	{
		name: 'times-since-1970',
		files: {
			'aapl.csv': HEADER + writeSessions(UTC_AHEAD_MINUTES, (date, at) => String(Date.parse(`${date}T${at}:00Z`) / 1000)),
			'ibm.csv': HEADER + writeSessions(UTC_AHEAD_MINUTES, (date, at) => String(Date.parse(`${date}T${at}:00Z`))),
		},
		gives: ['AAPL 52/52', 'IBM 52/52'],
		exit: 0,
	},
	{
		name: 'times-over-a-change-of-clocks',
		files: {
			'aapl.csv': HEADER + writeMinuteRows(26, { date: '2024-03-08', step: 15 }) + writeMinuteRows(26, { date: '2024-03-11', step: 15 }),
		},
		gives: ['AAPL 52/52'],
		exit: 0,
	},
	{
		name: 'times-before-the-open',
		files: { 'aapl.csv': HEADER + writeMinuteRows(8, { from: 240, step: 15 }) + writeMinuteRows(26, { step: 15 }) },
		gives: ['AAPL 34/34'],
		exit: 0,
	},
	{
		name: 'times-at-night',
		files: {
			'aapl.csv':
				HEADER +
				writeMinuteRows(4, { from: 0, step: 15 }) +
				writeMinuteRows(26, { step: 15 }) +
				writeMinuteRows(2, { from: 1200, step: 15 }),
		},
		gives: ['AAPL 26/32 night 6'],
		exit: 0,
	},
];
