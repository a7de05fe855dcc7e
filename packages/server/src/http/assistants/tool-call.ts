import { HYPOTHETICAL_TOOLS, OMITTED_FIELDS } from '@sw/contract/assistant-tools';
import type { Endpoint } from '@sw/contract/base/define';
import type { InjectOptions } from 'fastify';
import type { Health } from '../../areas/operations/handlers.ts';
import { malformed, Problem } from '../../platform/errors.ts';
import { fieldErrors, validationMessages } from '../validate.ts';

/** Maximum characters of an answer, without the notes. */
const MAX_ANSWER = 8_000;

/** An answer for an assistant, with its time, market and notes. */
export interface ToolAnswer {
	/** The time of the data in the answer, in UTC. */
	readonly as_of: string;
	/** The market clock, the newest report and the name of the market. */
	readonly market: { readonly name: string; readonly now: string; readonly newest_report: string | null };
	/** Notes that must be repeated with the answer. */
	readonly notes: readonly string[];
	readonly answer: Json;
}

export const HYPOTHETICAL_NOTE =
	'Hypothetical: computed from past reports, or a range of what may come; not real trades. State n, interval and base rate with each rate.';
export const SIMULATED_NOTE = 'Simulated market: tickers, prices and reports are invented.';
export const TOO_LONG = 'The response is too long: request fewer items (max), one ticker or a shorter date range.';

export type Json = { readonly [key: string]: Json } | readonly Json[] | string | number | boolean | null;

/** Lists whose positions have a meaning are kept whole. They have at most this many entries (three rated timeframes, five timeframes, six sectors). */
const POSITIONAL_ENTRIES = 6;

/** Maximum characters of one text. */
const MAX_TEXT = 2_000;

/** Maximum entries per list; tried in this order until the answer fits. */
const ENTRY_LIMITS = [30, 10, 6, 3, 1] as const;

interface Shortened {
	readonly value: Json;
	/** What was kept, by path: 'items: the first 10 of 45'. */
	readonly cuts: readonly string[];
}

/** Returns the shortened answer with notes; undefined if the answer is too long even when shortened. */
export function createToolAnswer(name: string, answer: Json, health: Health): ToolAnswer | undefined {
	const shortened = shorten(answer, MAX_ANSWER);
	if (!shortened) return undefined;
	const { provider, degraded, now, last_report: last } = health;
	return {
		as_of: dataTimeOf(answer, health),
		market: { name: provider.label, now, newest_report: last?.time ?? null },
		notes: [
			...(provider.simulated ? [SIMULATED_NOTE] : []),
			...degraded.map(({ detail, since }) => `Stale or incomplete${since === null ? '' : ` since ${since}`}: ${detail}`),
			...(HYPOTHETICAL_TOOLS.has(name) ? [HYPOTHETICAL_NOTE] : []),
			...(answer === null ? ['There is nothing to report.'] : []),
			...(shortened.cuts.length > 0 ? [`Shortened: ${shortened.cuts.join('; ')}.`] : []),
		],
		answer: shortened.value,
	};
}

/** Shortens an answer to at most `limit` characters of JSON; undefined if the answer is too long even with one entry per list. */
export function shorten(answer: Json, limit: number): Shortened | undefined {
	for (const maxEntries of ENTRY_LIMITS) {
		const shortened = shortenTo(answer, maxEntries);
		if (JSON.stringify(shortened.value).length <= limit) return shortened;
	}
	return undefined;
}

/**
 * Keeps at most `maxEntries` entries of each list: the newest if the list is sorted by time, otherwise the first. Rounds numbers, and omits data that is only
 * for charts.
 */
function shortenTo(answer: Json, maxEntries: number): Shortened {
	const cuts = new Map<string, string>();
	const shortenList = (list: readonly Json[], path: string, tableLength: number | undefined): Json => {
		const limit = typeof list[0] === 'object' && !Array.isArray(list[0]) ? maxEntries : Math.max(maxEntries, POSITIONAL_ENTRIES);
		const shortenEntries = (entries: readonly Json[]): Json => entries.map((one) => shortenNode(one, `${path}[]`, tableLength));
		if (list.length <= limit) return shortenEntries(list);
		const newest = list.length === tableLength || isOldestFirst(list);
		// All columns of a table are cut in the same way, so the cut is noted once.
		if (list.length !== tableLength || /(^|\.)time$/.test(path))
			cuts.set(path, `${newest ? 'the newest' : 'the first'} ${limit} of ${path.includes('[]') ? 'each' : list.length}`);
		return shortenEntries(newest ? list.slice(-limit) : list.slice(0, limit));
	};
	const shortenText = (text: string, path: string): string => {
		if (text.length <= MAX_TEXT) return text;
		cuts.set(path, `the first ${MAX_TEXT} characters`);
		return text.slice(0, MAX_TEXT).toWellFormed();
	};
	const shortenNode = (node: Json, path: string, tableLength: number | undefined): Json => {
		if (typeof node === 'number') return roundValue(node);
		if (typeof node === 'string') return shortenText(node, path);
		if (typeof node !== 'object' || node === null) return node;
		if (Array.isArray(node)) return shortenList(node, path, tableLength);
		const fields = node as Readonly<Record<string, Json>>;
		const columnLength = columnLengthIn(fields) ?? tableLength;
		const fieldsToKeep = Object.entries(fields).filter(([key]) => !OMITTED_FIELDS.has(key));
		return Object.fromEntries(
			fieldsToKeep.map(([key, value]) => [key, shortenNode(value, path === '' ? key : `${path}.${key}`, columnLength)]),
		);
	};
	const value = shortenNode(answer, '', undefined);
	return { value, cuts: [...cuts].map(([path, description]) => `${path}: ${description}`) };
}

/** Rounds to whole numbers from a million, to two decimals from 1, and to four significant digits below 1. */
function roundValue(value: number): number {
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

/** Returns the length of the columns if the node is a table by time, otherwise undefined. */
function columnLengthIn(node: Readonly<Record<string, Json>>): number | undefined {
	const { time } = node;
	return Array.isArray(time) ? time.length : undefined;
}

/** Returns the time of the data if the answer states it, otherwise the market clock. */
function dataTimeOf(answer: Json, { now }: Health): string {
	const report = typeof answer === 'object' && answer !== null ? (answer as { report?: Json }).report : undefined;
	return textIn(report, ['as_of', 'time']) ?? textIn(answer, ['as_of', 'time', 'report', 'now', 'last', 'scanned_until']) ?? now;
}

function textIn(node: Json | undefined, keys: readonly string[]): string | undefined {
	if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
	const fields = node as Readonly<Record<string, Json>>;
	const text = keys.map((key) => fields[key]).find((value) => typeof value === 'string');
	return text as string | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Builds the request for a tool call. The call itself validates the arguments; throws a Problem if they can't be put into a request. */
export function buildRequest(endpoint: Endpoint, args: Arguments): Pick<InjectOptions, 'method' | 'url' | 'payload'> {
	const pathParameters = new Set(Object.keys(endpoint.params?.shape ?? {}));
	const path = buildPath(endpoint, Object.fromEntries([...pathParameters].map((name) => [name, args[name]])));
	const fields = Object.entries(args).filter(([name]) => !pathParameters.has(name));
	if (endpoint.method === 'POST') return { method: 'POST', url: path, payload: Object.fromEntries(fields) };
	const query = new URLSearchParams(fields.flatMap(([name, value]) => toTexts(name, value).map((text): [string, string] => [name, text])));
	return { method: 'GET', url: `${path}?${query}` };
}

/** Builds the path. Parameters are validated here, because '..' would result in a different path. */
function buildPath({ path, params }: Endpoint, args: Arguments): string {
	const result = params?.safeParse(args, { reportInput: true, error: validationMessages('params') });
	if (params && result?.error) throw new Problem('malformed', { errors: fieldErrors(params, result.error.issues, 'params') });
	return path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const text = String(args[name]);
		if (/^\.{1,2}$/.test(text)) throw malformed(name, `The parameter ${name} must have a valid form.`);
		return encodeURIComponent(text);
	});
}

/** Converts a value to texts for a query string. Null becomes an empty value. */
function toTexts(name: string, value: unknown): string[] {
	if (value === null) return [''];
	if (Array.isArray(value)) return value.flatMap((one) => toTexts(name, one));
	if (typeof value === 'object') throw malformed(name, `The parameter ${name} must be a text, a number, true or false, or a list of them.`);
	return [String(value)];
}
