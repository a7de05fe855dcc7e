/** Formats the lines that an import prints about its files. */
import { DAY, HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { alternativeZone, describeRejects, REJECT_REASONS, type Rejects, zoneName } from '../../intake/files/faults/rejects.ts';
import type { TableSummary } from '../../intake/files/fold/symbol-block.ts';
import type { ImportFile } from '../../intake/files/read-import.ts';
import type { OutlyingBars } from './outlying-bars.ts';
import type { StoredComparison } from './stored-comparison.ts';

/** Maximum number of rejected rows, symbols and columns listed per file. */
const MAX_LISTED_REJECTS = 5;
const MAX_LISTED_SYMBOLS = 5;
const MAX_LISTED_COLUMNS = 8;

/** Returns notes on how a file was read, as indented lines. */
export function formatSummary(file: Pick<ImportFile, 'zone' | 'stamp'>, summary: TableSummary): string[] {
	return formatReadNotes(file, summary, false).map((note) => `        ${note}`);
}

/** Notes an assumed zone, stamps that contradict the format, and columns that aren't read. `showAllZones`: also notes zones that were not assumed. */
function formatReadNotes(
	file: Pick<ImportFile, 'zone' | 'stamp'>,
	{ unread = [], hasNoVolume }: TableSummary,
	showAllZones: boolean,
): string[] {
	const zone = showAllZones || file.zone?.zoneFrom === 'assumed' ? describeZone(file) : undefined;
	return [
		...(zone ? [zone] : []),
		...(file.stamp ? [`times are bar ${file.stamp}s, detected from the rows`] : []),
		...(hasNoVolume ? ['no volume column'] : []),
		...(unread.length > 0
			? [
					`columns not read: ${unread.slice(0, MAX_LISTED_COLUMNS).join(', ')}${unread.length > MAX_LISTED_COLUMNS ? ` and ${unread.length - MAX_LISTED_COLUMNS} more` : ''}`,
				]
			: []),
	];
}

/** Describes the zone that times were read in; undefined if the times state their own. */
function describeZone({ zone }: Pick<ImportFile, 'zone'>): string | undefined {
	if (!zone) return undefined;
	const source = {
		format: 'specified by the format',
		user: 'as requested',
		assumed: `assumed; use --zone ${alternativeZone(zone.zone)} if that is wrong`,
		times: '',
	}[zone.zoneFrom];
	return `times read as ${zoneName(zone.zone)} (${source})`;
}

/** Lists the first rejected rows by line, and all rejected rows by reason. */
export function formatRejectedRows(rejects: Rejects): string[] {
	return [
		...rejects.first.slice(0, MAX_LISTED_REJECTS).map(({ line, reason }) => `        line ${line}: ${REJECT_REASONS[reason]}`),
		...(rejects.samples.spacing === undefined
			? []
			: [`        ${rejects.samples.spacing} has weekly or monthly bars: leave it out, or use --interval day if its rows are days`]),
		...(rejects.total > MAX_LISTED_REJECTS
			? [`        and ${rejects.total - MAX_LISTED_REJECTS} more: ${describeRejects(rejects.byReason)}`]
			: []),
	];
}

/** Describes how many stored bars a file would replace, and the bars whose close changes most. */
export function formatReplacedBars({ replaced, unchanged, largest }: StoredComparison): string[] {
	if (replaced + unchanged === 0) return [];
	const lines = largest.slice(0, MAX_LISTED_REJECTS).map(({ ticker, date, at, stored, given }) => {
		const timeText = at === null ? date : `${date} ${formatMinute(newYorkMinute(at))}`;
		return `        ${ticker} ${timeText}: close ${stored} becomes ${given}`;
	});
	return [`        replaces ${replaced} stored bars; ${unchanged} are stored with the same values`, ...lines];
}

/** Describes how many bars are far from their neighbours in the same file, and the farthest ones. */
export function formatOutlyingBars({ count, farthest }: OutlyingBars): string[] {
	if (count === 0) return [];
	const percent = (from: number, to: number): string => `${to >= from ? '+' : ''}${Math.round((to / from - 1) * 100)} %`;
	const lines = farthest.slice(0, MAX_LISTED_REJECTS).map(({ ticker, date, at, close, before, after }) => {
		const timeText = at === null ? date : `${date} ${formatMinute(newYorkMinute(at))}`;
		const nextText = after === null ? '' : `, ${percent(close, after)} to the next`;
		return `        ${ticker} ${timeText}: close ${close}, ${percent(before, close)} from the bar before${nextText}`;
	});
	return [`        ${count} bars far from the one before: their tickers are in quarantine until an administrator decides`, ...lines];
}

function formatMinute(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Returns a line such as 'AZO: minute-semicolon, rows of 1 min, 2024-01-02 09:30 to 2024-01-05 15:59 New York time, 780 rows, 2 rejected'. */
export function formatTableSummary(file: Pick<ImportFile, 'format' | 'zone' | 'stamp'>, summary: TableSummary): string {
	const { rows, rejects, symbols, first, last, step } = summary;
	const names = [...symbols.keys()];
	const symbolText =
		names.length > MAX_LISTED_SYMBOLS
			? `${names.slice(0, MAX_LISTED_SYMBOLS).join(', ')} and ${names.length - MAX_LISTED_SYMBOLS} more`
			: names.join(', ');
	const formatTime = (ms: number): string => (step === 'day' ? newYorkDate(ms) : `${newYorkDate(ms)} ${formatMinute(newYorkMinute(ms))}`);
	const span =
		first === undefined || last === undefined
			? ''
			: `, ${formatTime(first)} to ${formatTime(last)}${step === 'day' ? '' : ' New York time'}`;
	return [
		`${symbolText}: ${file.format}${describeStep(step)}${span}, ${rows} rows, ${rejects.total} rejected`,
		...formatReadNotes(file, summary, true),
	].join('; ');
}

function describeStep(step: TableSummary['step']): string {
	if (step === undefined) return '';
	if (step === 'day') return ', days';
	if (step >= DAY) return '';
	return step % HOUR === 0 ? `, rows of ${step / HOUR} h` : `, rows of ${Math.round(step / MINUTE)} min`;
}
