/** What an import says of its files. */
import { DAY, HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { REJECT_REASONS, type Rejects, rejectWords } from '../../intake/files/faults/rejects.ts';
import type { TableSummary } from '../../intake/files/fold/symbol-block.ts';
import type { ImportFile } from '../../intake/files/read-import.ts';

/** Rejected rows, and symbols, named on the screen, a file. */
const NAMED_REJECTS = 5;
const NAMED_SYMBOLS = 5;

const ZONES = { utc: 'UTC', 'new-york': 'New York time' } as const;

/** In whose time the rows were read, where they do not say it themselves. */
const zoneWords = ({ zone }: Pick<ImportFile, 'zone'>): string | undefined => {
	if (!zone) return undefined;
	const other = zone.zone === 'utc' ? 'new-york' : 'utc';
	const who = { format: 'as its format has it', user: 'as asked', nobody: `assumed; --zone ${other} says otherwise`, times: '' }[
		zone.zoneFrom
	];
	return `times read as ${ZONES[zone.zone]} (${who})`;
};

/** A line for whoever has to know that it was assumed. */
export const zoneLine = (file: Pick<ImportFile, 'zone'>): string[] => {
	const words = file.zone?.zoneFrom === 'nobody' ? zoneWords(file) : undefined;
	return words === undefined ? [] : [`        ${words}`];
};

/** Refused rows by line, and all of them by reason. */
export const refusedRows = (rejects: Rejects): string[] => [
	...rejects.first.slice(0, NAMED_REJECTS).map(({ line, reason }) => `        line ${line}: ${REJECT_REASONS[reason]}`),
	...(rejects.total > NAMED_REJECTS ? [`        and ${rejects.total - NAMED_REJECTS} more: ${rejectWords(rejects.byReason)}`] : []),
];

const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const steps = (step: TableSummary['step']): string => {
	if (step === undefined) return '';
	if (step === 'day') return ', days';
	if (step >= DAY) return '';
	return step % HOUR === 0 ? `, rows of ${step / HOUR} h` : `, rows of ${Math.round(step / MINUTE)} min`;
};

/** 'AZO: minute-semicolon, rows of 1 min, 2024-01-02 09:30 to 2024-01-05 15:59 New York time, 780 rows, 2 refused'. */
export const asWhat = (file: Pick<ImportFile, 'format' | 'zone'>, { rows, rejects, symbols, first, last, step }: TableSummary): string => {
	const names = [...symbols.keys()];
	const who =
		names.length > NAMED_SYMBOLS
			? `${names.slice(0, NAMED_SYMBOLS).join(', ')} and ${names.length - NAMED_SYMBOLS} more`
			: names.join(', ');
	const at = (ms: number): string => (step === 'day' ? newYorkDate(ms) : `${newYorkDate(ms)} ${clock(newYorkMinute(ms))}`);
	const span = first === undefined || last === undefined ? '' : `, ${at(first)} to ${at(last)}${step === 'day' ? '' : ' New York time'}`;
	const zone = zoneWords(file);
	return `${who}: ${file.format}${steps(step)}${span}, ${rows} rows, ${rejects.total} refused${zone ? `; ${zone}` : ''}`;
};
