import type { ExchangeDate, TickerId } from '../time/units.ts';
import { parseDate } from '../time/zone.ts';
import { normalizeSymbol } from './symbol.ts';

/** Corporate actions, uploaded by an administrator as a table `ticker,date,type,value` with one row per action. */
export const ACTION_TYPES = ['split', 'dividend'] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const MAX_ACTION_ROWS = 2_000;
const COLUMNS = ['ticker', 'date', 'type', 'value'] as const;
const NUMBER = /^\d+(\.\d+)?(e-?\d+)?$/i;
/** Limits of a value, inclusive, and the value's unit in the words of the error message. */
const VALUE_LIMITS: Readonly<Record<ActionType, { min: number; max: number; unit: string }>> = {
	split: { min: 0.0001, max: 10_000, unit: 'its new shares per old share' },
	dividend: { min: 0.000001, max: 100_000, unit: 'dollars per share' },
};

/** Existing data, for checking rows. */
export interface ActionFacts {
	/** Finds the ticker with a normalized symbol (`normalizeSymbol`). */
	tickerNamed(symbol: string): TickerId | undefined;
	isSession(date: ExchangeDate): boolean;
	/** Date of the market clock. */
	readonly today: ExchangeDate;
	/** Returns the recorded value of a ticker, date and type. */
	recordedValue(tickerId: TickerId, date: ExchangeDate, type: ActionType): number | undefined;
}

/** A parsed row; unreadable fields are null. */
export interface ActionRow {
	/** Number of the line in the file, from 1. */
	line: number;
	/** Normalized symbol, or the text of the file if it isn't a symbol. */
	ticker: string;
	tickerId: TickerId | null;
	date: ExchangeDate | null;
	type: ActionType | null;
	value: number | null;
	/** The recorded value that the row's value replaces. */
	replaces: number | null;
	/** Why the row can't be applied; null if it can be. */
	reason: string | null;
}

/** Returns the error message for a text that isn't a table of actions; undefined if it is one. */
export function actionTableError(text: string): string | undefined {
	const { header, rows } = parseTable(text);
	const knownColumns = header.filter((name) => COLUMNS.includes(name as 'ticker'));
	if (knownColumns.length !== COLUMNS.length || new Set(knownColumns).size !== COLUMNS.length)
		return 'The first line must name the columns ticker, date, type and value.';
	if (rows.length === 0) return 'There are no rows below the header.';
	if (rows.length > MAX_ACTION_ROWS) return `At most ${MAX_ACTION_ROWS} rows; this file has ${rows.length}. Split it.`;
	return undefined;
}

/** Parses and checks the rows, in the order of their lines. Check the text with `actionTableError` first. */
export function readActionRows(text: string, facts: ActionFacts): ActionRow[] {
	const { header, rows } = parseTable(text);
	const lineByAction = new Map<string, number>();
	return rows.map(({ line, fields }) => {
		const field = (name: (typeof COLUMNS)[number]): string => fields[header.indexOf(name)] ?? '';
		const ticker = normalizeSymbol(field('ticker'));
		const row: ActionRow = {
			line,
			ticker: ticker ?? field('ticker'),
			tickerId: (ticker === undefined ? undefined : facts.tickerNamed(ticker)) ?? null,
			date: parseDate(field('date')) ?? null,
			type: ACTION_TYPES.find((type) => type === field('type').toLowerCase()) ?? null,
			value: parseFinite(field('value')),
			replaces: null,
			reason: fields.length === header.length ? null : `The row has ${fields.length} fields, the header ${header.length}.`,
		};
		row.reason ??= checkRow(row, field, facts);
		if (row.reason !== null) return row;
		const key = `${row.tickerId} ${row.date} ${row.type}`;
		const firstLine = lineByAction.get(key);
		if (firstLine === undefined) lineByAction.set(key, line);
		else row.reason = `The same ticker, date and type as line ${firstLine}.`;
		return row;
	});
}

/** Parses a finite, unsigned number; null for anything else. */
function parseFinite(text: string): number | null {
	const value = NUMBER.test(text) ? Number(text) : Number.NaN;
	return Number.isFinite(value) ? value : null;
}

/** Returns the reason why a row can't be applied, apart from duplicates; null if it can be. Sets `replaces`. */
function checkRow(row: ActionRow, field: (name: (typeof COLUMNS)[number]) => string, facts: ActionFacts): string | null {
	const { ticker, tickerId, date, type, value } = row;
	if (tickerId === null) return `There is no ticker '${ticker}'.`;
	if (date === null) return `'${field('date')}' isn't a date such as 2020-08-31.`;
	if (date > facts.today) return `${date} is in the future: the market's date is ${facts.today}.`;
	if (!facts.isSession(date)) return `The exchange was closed on ${date}.`;
	if (type === null) return `The type must be ${ACTION_TYPES.join(' or ')}, not '${field('type')}'.`;
	const { min, max, unit } = VALUE_LIMITS[type];
	if (value === null || value < min || value > max) return `The value of a ${type} is ${unit}, from ${min} to ${max}.`;
	if (type === 'split' && value === 1) return 'A ratio of 1 changes nothing.';
	row.replaces = facts.recordedValue(tickerId, date, type) ?? null;
	return row.replaces === value ? 'Already recorded with this value.' : null;
}

/** Splits a text at the header's separator: comma, semicolon or tab. Line numbers start at 1; empty lines are left out. */
function parseTable(text: string): { header: string[]; rows: { line: number; fields: string[] }[] } {
	const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
	const separator = /[,;\t]/.exec(lines[0] ?? '')?.[0] ?? ',';
	const fieldsOf = (line: string): string[] =>
		line.split(separator).map((field) =>
			field
				.trim()
				.replace(/^"(.*)"$/, '$1')
				.trim(),
		);
	const rows = lines.map((text, at) => ({ line: at + 1, text })).slice(1);
	return {
		header: fieldsOf((lines[0] ?? '').toLowerCase()),
		rows: rows.filter(({ text }) => text.trim() !== '').map(({ line, text }) => ({ line, fields: fieldsOf(text) })),
	};
}
