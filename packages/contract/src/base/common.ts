import { CAPS } from '@sw/domain/prices/buckets';
import { LIST_TICKER_TYPES } from '@sw/domain/prices/ticker';
import { ALGOS, LICENCES } from '@sw/domain/reports/licence';
import { OPERATIONS, SECTORS, TABS } from '@sw/domain/signals/sector';
import { parseTimeframe, STRATEGIES, type StrategyName, strategyOf, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { DAY, type TickerId, tickerId as toTickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { z } from 'zod';

/**
 * Schema of one part of a request. Parameters arrive as text; the server has already turned `key[]` into `key` and an empty value into null.
 * `preprocess` loses the input types: the casts below restore them for the typed client.
 */
export type SchemaPart<Out, In = Out> = z.ZodType<Out, In>;

/** An object of parameters or body fields that refuses unknown keys. */
export const strictObject = z.strictObject;

/** Creates an enumeration over the names of a list. */
export function enumOfNames<const T extends readonly { name: string }[]>(list: T) {
	return z.enum(list.map((x) => x.name) as [T[number]['name']]);
}

// ---- scalars

/** Creates a schema for text that PostgreSQL can store: trimmed, no NUL, no lone surrogates. */
export function possiblyEmptyText(maxLength: number) {
	return z
		.string()
		.trim()
		.max(maxLength)
		.refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL characters or unpaired surrogates');
}

/** Creates a schema for non-empty text of at most `maxLength` characters. */
export function nonEmptyText(maxLength: number) {
	return possiblyEmptyText(maxLength).min(1);
}

function parseNumber(value: unknown): unknown {
	return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

/** Creates a schema for a whole number in a path or query. */
export function integer(min: number, max: number): SchemaPart<number> {
	return z.preprocess(parseNumber, z.int().min(min).max(max)) as unknown as SchemaPart<number>;
}

function parseBoolean(value: unknown): unknown {
	const lower = typeof value === 'string' ? value.toLowerCase() : value;
	return lower === 'true' ? true : lower === 'false' ? false : value;
}

/** true or false in a query, ignoring case. */
export const flag: SchemaPart<boolean> = z.preprocess(parseBoolean, z.boolean()) as unknown as SchemaPart<boolean>;

/** Years that the stores and the calendar can represent. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;
const YEAR_RANGE_MESSAGE = `The year must be between ${FIRST_YEAR} and ${LAST_YEAR}.`;

function isSupportedYear(iso: string): boolean {
	return Number(iso.slice(0, 4)) >= FIRST_YEAR && Number(iso.slice(0, 4)) <= LAST_YEAR;
}

/** The largest id of a row: PostgreSQL's 32-bit integer. */
export const MAX_ROW_ID = 2_147_483_647;

/**
 * Normalizes variants of RFC 3339: lower case, a space for the T, no seconds. Also restores a '+' that arrived as a space because it was not encoded
 * in the URL.
 */
function normalizeInstant(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return value.replace(
		/^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:([Zz])|([+ -])(\d\d:\d\d))$/,
		(_, date: string, time: string, z: string | undefined, sign: string, offset: string) =>
			`${date}T${time}${time.length === 5 ? ':00' : ''}${z === undefined ? `${sign === ' ' ? '+' : sign}${offset}` : 'Z'}`,
	);
}

/** Replaces midnight UTC by its date, because many programs write dates that way. */
function replaceMidnightByDate(value: unknown): unknown {
	return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)[Tt ]00:00(?::00(?:\.0+)?)?(?:[Zz]|[+ -]00:00)$/, '$1') : value;
}

/** An instant in a request: RFC 3339 with any offset, such as 2024-05-01T14:30:00Z or 2024-05-01T16:30:00+02:00. */
export const instant: SchemaPart<UtcMs, string> = z.preprocess(
	normalizeInstant,
	z.iso
		.datetime({ offset: true })
		.refine(isSupportedYear, YEAR_RANGE_MESSAGE)
		.transform((iso) => utcMs(Date.parse(iso))),
) as unknown as SchemaPart<UtcMs, string>;

/** A New York calendar date in a request; midnight UTC is read as its date. */
export const calendarDate: SchemaPart<string> = z.preprocess(
	replaceMidnightByDate,
	z.iso.date().refine(isSupportedYear, YEAR_RANGE_MESSAGE),
) as unknown as SchemaPart<string>;

const dateOrInstantText = z
	.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'Enter a date (YYYY-MM-DD) or an instant (RFC 3339).' })
	.refine(isSupportedYear, YEAR_RANGE_MESSAGE);

/** A New York calendar date, or an instant if the time of day matters. */
export const dateOrInstant: SchemaPart<string> = z.preprocess(normalizeInstant, dateOrInstantText) as unknown as SchemaPart<string>;

/** A New York calendar date, or an instant from which only its New York date is used. Midnight UTC is read as its date. */
export const lenientDate: SchemaPart<string> = z.preprocess(
	(value) => normalizeInstant(replaceMidnightByDate(value)),
	dateOrInstantText,
) as unknown as SchemaPart<string>;

/** The permanent id of a ticker, in a path or query. */
export const tickerIdParameter: SchemaPart<TickerId, number> = z.preprocess(
	parseNumber,
	z.int().min(1).max(MAX_ROW_ID).transform(toTickerId),
) as unknown as SchemaPart<TickerId, number>;

// ---- lists

/** Creates a schema for a list of 1 to `max` values in a query: repeated keys, `key[]` or commas. Duplicates are removed. */
export function listOf<Out, In>(item: SchemaPart<Out, In>, max = 50): SchemaPart<Out[], readonly In[]> {
	return z.preprocess(
		splitList,
		z
			.array(item)
			.min(1)
			.max(max)
			.transform((list) => [...new Set(list)]),
	) as unknown as SchemaPart<Out[], readonly In[]>;
}

function splitList(value: unknown): unknown {
	if (typeof value === 'string') return value.split(',');
	return Array.isArray(value) ? value.flatMap((v) => (typeof v === 'string' ? v.split(',') : [v])) : value;
}

export const skip = integer(0, 1_000_000);
/** Page size. */
export const pageSize = integer(1, 100);
export const paging = { skip: skip.default(0), max: pageSize.default(10) };

// ---- enumerations

export const tab = enumOfNames(TABS);
export const operation = z.enum(OPERATIONS);
export const algo = z.enum(ALGOS);
export const licence = z.enum(LICENCES);
export const sectorKey = z.enum(SECTORS.map((s) => s.key) as [(typeof SECTORS)[number]['key']]);
/** A sector without direction; for example, both price slices have the same name. */
export const sectorName = z.enum([...new Set(SECTORS.map((s) => s.sector))] as [(typeof SECTORS)[number]['sector']]);
/** A sector of either direction by its name, or of one direction by its key. */
export const sectorNameOrKey = z.enum([...new Set(SECTORS.flatMap((s) => [s.sector, s.key]))] as [
	(typeof SECTORS)[number]['sector'] | (typeof SECTORS)[number]['key'],
]);
export const capBucket = enumOfNames(CAPS);
export const capBuckets = listOf(capBucket, CAPS.length);
/** Ticker types that lists can be limited to. */
export const listTickerType = z.enum(LIST_TICKER_TYPES);
export const sortDirection = z.enum(['asc', 'desc']);
export const timeframeName = enumOfNames(TIMEFRAMES);

/** A timeframe in a request, by name or by code. */
export const timeframe: SchemaPart<Timeframe> = z.preprocess(
	(value) => (typeof value === 'string' ? (parseTimeframe(value) ?? value) : value),
	timeframeName,
) as unknown as SchemaPart<Timeframe>;

export const timeframes = listOf(timeframe, TIMEFRAMES.length);

/** Returns the query schema with a rule: `timeframe` and `timeframes` exclude each other. */
export function rejectBothTimeframeParameters<
	S extends z.ZodType<{ timeframe?: Timeframe | undefined; timeframes?: Timeframe[] | undefined }>,
>(query: S): S {
	return query.refine(({ timeframe, timeframes }) => timeframe === undefined || timeframes === undefined, {
		path: ['timeframe'],
		message: 'Use either timeframe or timeframes, not both.',
	});
}

const STRATEGY_TIMEFRAMES = STRATEGIES.map(({ rated }) => rated.map((timeframeIndex) => TIMEFRAMES[timeframeIndex].name).join(', ')).join(
	'; or ',
);
const NOT_A_STRATEGY_MESSAGE = `These aren't the three timeframes of a strategy: use ${STRATEGY_TIMEFRAMES}.`;

/** The three rated timeframes of a strategy, in any order; decoded to the strategy's name. */
export const strategyTimeframes: SchemaPart<StrategyName, readonly Timeframe[]> = timeframes.transform((list, context) => {
	const strategy = strategyOf(list);
	if (strategy) return strategy.name;
	context.issues.push({ code: 'custom', input: list, message: NOT_A_STRATEGY_MESSAGE });
	return z.NEVER;
});

// ---- responses

/** An instant in a response: ISO 8601, UTC, to the second. */
export const isoTime = z.iso.datetime().meta({ examples: ['2026-03-04T14:45:00Z'] });
export const isoDate = z.iso.date().meta({ examples: ['2026-03-04'] });
/** Number of levels that one sector has reached on one timeframe, 0 to 5; null if not measurable. */
export const depth = z.int().min(0).max(5).nullable();

/** Converts a date or an instant to milliseconds. A date counts as UTC: in New York it begins 4 or 5 hours later, but handlers check exactly. */
function parseStartMs(value: string | number): number {
	return typeof value === 'number' ? value : Date.parse(value);
}

function parseEndMs(value: string | number): number {
	return typeof value === 'number' || value.length > 10 ? parseStartMs(value) : parseStartMs(value) + DAY - 1;
}

/** Creates a check that rejects a span of dates or instants if the end precedes the start. A missing bound passes. */
export function createSpanCheck(fromKey = 'from', toKey = 'to'): (context: z.core.ParsePayload<object>) => void {
	return (context) => {
		const span = context.value as Readonly<Record<string, string | number | null | undefined>>;
		const [startBound, endBound] = [span[fromKey], span[toKey]];
		if (
			startBound === undefined ||
			startBound === null ||
			endBound === undefined ||
			endBound === null ||
			parseStartMs(startBound) <= parseEndMs(endBound)
		)
			return;
		context.issues.push({
			code: 'custom',
			input: endBound,
			path: [toKey],
			message: `The span ends before it begins: give a later ${toKey} or an earlier ${fromKey}.`,
		});
	};
}
