import type { Licence } from '@sw/domain/reports/licence';
import { formatCount } from '../../lib/format/numbers.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { pickerWords } from './picker-words.ts';
import { reportTitles } from './titles.ts';

/** Texts of the report picker and the report pages. */
export const words = {
	...pickerWords,
	...reportTitles,
	latest: 'Latest Report',
	days: 'Trading days',
	month: 'Month',
	year: 'Year',
	last: 'Last 40 days',
	early: 'early close',
	earlyMark: 'early',
	closedMark: 'closed',
	emptyMark: 'none',
	empty: 'no reports',
	emptyMonth: (month: string) => `${month} · no reports`,
	slots: (date: string) => `Reports of ${monthDayYear(date)}`,
	marketClosed: 'Market closed',
	failed: 'Failed to load data',
	retry: 'Try again',
	loading: 'Loading reports',
	lockedSlot: (clock: string, licence: Licence) => `${clock}, requires ${licence}`,
	laterLockedSlot: (clock: string, licence: Licence) => `${clock}, not published, requires ${licence}`,
	laterSlot: (clock: string) => `${clock}, not published`,
	openSlot: (clock: string) => `Open the report of ${clock}`,
	length: (n: number) => `${formatCount(n)} ${n === 1 ? 'ticker' : 'tickers'}`,
	lengthLegend: 'Beside the time: tickers in the report; the bar compares the reports of the day.',
	beforeFirst: (date: string) => `the first report is of ${monthDayYear(date)}`,
	forecast: 'forecast',
	legend: 'Double-click or press Shift+Enter to count matches in each tab.',
	lockLegend: 'Locked reports need a higher licence.',
	delayedLegend: 'Only daily bars are available for this day. The basic licence opens its report once the next session has one.',
	months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
} as const;
