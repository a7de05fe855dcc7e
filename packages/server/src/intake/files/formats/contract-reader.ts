/** One contract's rows of a LEAN option archive: minutes as 'milliseconds,..', hours and days as 'YYYYMMDD HH:mm,..'. */
import type { ExchangeDate } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import { decimal } from '../bytes/byte-fields.ts';
import { createStamp, newYorkInstant, readStamp } from '../bytes/byte-time.ts';
import { createRowLines, type RowLines } from '../bytes/row-lines.ts';
import type { OptionFold } from '../fold/option-fold.ts';
import type { ContractTable } from '../names/lean-names.ts';

const VOLUME_COLUMN = 5;
const INTEREST_COLUMN = 1;

/** Adds the rows of one contract to the fold; `end` adds its daily totals after the last row. */
export function createContractReader(table: ContractTable, fold: OptionFold, today?: ExchangeDate): { lines: RowLines; end(): void } {
	const { underlying, isCall, kind } = table;
	const column = kind === 'trade' ? VOLUME_COLUMN : INTEREST_COLUMN;
	const stamp = createStamp();
	const days = new Map<ExchangeDate, number>();
	const lines = createRowLines(',', 1, (buffer, fields) => {
		if (fields.count <= column) return 'columns';
		const [from, to] = [fields.from[0] as number, fields.to[0] as number];
		const ms = table.date ? decimal(buffer, from, to) : 0;
		if (Number.isNaN(ms) || (table.date === undefined && !readStamp(buffer, from, to, stamp))) return 'time';
		const amount = decimal(buffer, fields.from[column] as number, fields.to[column] as number);
		if (Number.isNaN(amount)) return 'number';
		if (amount < 0) return 'negative';
		const date = table.date ?? dateOfDay(stamp.day);
		if (today !== undefined && date > today) return 'future';
		if (!fold.knows(underlying, date)) return 'company';
		// Only minutes can be assigned to slots.
		if (kind === 'trade' && table.date) fold.addTrade(underlying, date, newYorkInstant(dayNumber(date), ms), isCall, amount);
		// Open interest is a level: the last value of a day counts.
		days.set(date, kind === 'trade' ? (days.get(date) ?? 0) + amount : amount);
		return undefined;
	});
	return {
		lines,
		end: () => {
			for (const [date, total] of days) fold.addDay(underlying, date, kind === 'trade' ? 'volume' : 'open_interest', isCall, total);
		},
	};
}
