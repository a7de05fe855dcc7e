import { DRAWN } from '@sw/contract/tool-descriptions';

export type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null;

/** Lists of fixed positions (three slots, five timeframes, six sectors) are read by position and kept whole. */
const PLACES = 6;
/** Characters of one text. */
const TEXT = 2_000;
/** Entries per list; lower limits are tried until the answer fits. */
const ROWS = [30, 10, 6, 3, 1] as const;

export interface Shortened {
	readonly value: Json;
	/** What was left out, by path: 'items: the first 10 of 45'. */
	readonly cuts: readonly string[];
}

/** Shortened to at most `most` characters; undefined where it is too long even with one entry per list. */
export function shorten(whole: Json, limit: number): Shortened | undefined {
	for (const rows of ROWS) {
		const shortened = shortenTo(whole, rows);
		if (JSON.stringify(shortened.value).length <= limit) return shortened;
	}
	return undefined;
}

/**
 * Keeps at most `rows` entries of each list: the newest of lists by time, otherwise the first. Rounds numbers and omits data that is only for charts.
 */
function shortenTo(whole: Json, rows: number): Shortened {
	const cuts = new Map<string, string>();
	const listOf = (list: readonly Json[], path: string, columns: number | undefined): Json => {
		const kept = typeof list[0] === 'object' && !Array.isArray(list[0]) ? rows : Math.max(rows, PLACES);
		const within = (kept: readonly Json[]): Json => kept.map((one) => walk(one, `${path}[]`, columns));
		if (list.length <= kept) return within(list);
		const newest = list.length === columns || isOldestFirst(list);
		// All columns of a table are cut alike: noted once.
		if (list.length !== columns || /(^|\.)time$/.test(path))
			cuts.set(path, `${newest ? 'the newest' : 'the first'} ${kept} of ${path.includes('[]') ? 'each' : list.length}`);
		return within(newest ? list.slice(-kept) : list.slice(0, kept));
	};
	const textOf = (text: string, path: string): string => {
		if (text.length <= TEXT) return text;
		cuts.set(path, `the first ${TEXT} characters`);
		return text.slice(0, TEXT).toWellFormed();
	};
	const walk = (node: Json, path: string, columns: number | undefined): Json => {
		if (typeof node === 'number') return rounded(node);
		if (typeof node === 'string') return textOf(node, path);
		if (typeof node !== 'object' || node === null) return node;
		if (Array.isArray(node)) return listOf(node, path, columns);
		const fields = node as Readonly<Record<string, Json>>;
		const within = columnsIn(fields) ?? columns;
		const kept = Object.entries(fields).filter(([key]) => !DRAWN.has(key));
		return Object.fromEntries(kept.map(([key, value]) => [key, walk(value, path === '' ? key : `${path}.${key}`, within)]));
	};
	const value = walk(whole, '', undefined);
	return { value, cuts: [...cuts].map(([path, kept]) => `${path}: ${kept}`) };
}

/** Whole numbers from a million on, two decimals from 1 on, four significant digits below. */
function rounded(value: number): number {
	if (Number.isInteger(value)) return value;
	const size = Math.abs(value);
	return size >= 1e6 ? Math.round(value) : size >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(4));
}

/** Whether the newest entry is last. */
function isOldestFirst(list: readonly Json[]): boolean {
	const first = timeOf(list[0]);
	const last = timeOf(list.at(-1));
	return first !== undefined && last !== undefined && first < last;
}

function timeOf(entry: Json | undefined): string | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const { time, date, hour } = entry as Record<string, Json>;
	return [time, date, hour].find((one) => typeof one === 'string') as string | undefined;
}

/** Length of the columns in a table by time; undefined outside of one. */
function columnsIn(node: Readonly<Record<string, Json>>): number | undefined {
	const { time } = node;
	return Array.isArray(time) ? time.length : undefined;
}
