/** Parses EDGAR's responses into filings and issuers. Throws VendorError 'shape', which names the call and the wrong field. */
import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { informationForm } from '@sw/domain/filings/forms';
import { exchangeName } from '@sw/domain/prices/exchange';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { exchangeDate, HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDay, newYorkMinute, newYorkToUtc, parseDate, weekdayOfDay } from '@sw/domain/time/zone';
import { z } from 'zod';
import { date, decode, filterValidItems, type OnInvalidItems, parseJson, WHOLE_BODY } from '../outbound/decode.ts';
import { VendorError } from '../outbound/vendor-error.ts';

export const VENDOR = 'edgar';
const ACCESSION = /\b\d{10}-\d{2}-\d{6}\b/;

export interface FeedPage {
	/** Accession numbers of all entries, newest first. */
	readonly accessions: readonly string[];
	/** Earliest acceptance on the page; undefined if it has no entries. */
	readonly oldest: UtcMs | undefined;
	/** Information forms, each with its issuer: the filer, or the subject of a filing by another party. */
	readonly filings: readonly IssuerFiling[];
	/** Excerpts of entries that could not be parsed; if there are any, `filings` is incomplete. */
	readonly unreadable: readonly string[];
}

/** Parses a page of the Atom feed of current filings, read at `now`. */
export function parseFeed(text: string, now: UtcMs): FeedPage {
	if (!/^\s*(<\?xml[^>]*>\s*)?<feed[\s>]/.test(text))
		throw shapeError('feed', /^\s*</.test(text) ? 'It is not an Atom feed.' : "It is empty or isn't XML.");
	if (!/<\/feed>\s*$/.test(text)) throw shapeError('feed', 'It is cut off.');
	const entries = [...text.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].map(([, entry = '']) => entry);
	const accessions: string[] = [];
	const unreadable: string[] = [];
	const filings: IssuerFiling[] = [];
	let oldest: UtcMs | undefined;
	for (const entry of entries) {
		const accession = ACCESSION.exec(elementText(entry, 'id'))?.[0];
		const [, role = ''] = /\(([^()]*)\)\s*$/.exec(elementText(entry, 'title')) ?? [];
		const [, cik = ''] = /\((\d{10})\)\s*\([^()]*\)\s*$/.exec(elementText(entry, 'title')) ?? [];
		const form = /<category\b[^>]*\bterm="([^"]*)"/.exec(entry)?.[1] ?? '';
		const acceptedAt = parseOffsetInstant(elementText(entry, 'updated'));
		const isValid =
			accession !== undefined && cik !== '' && form !== '' && acceptedAt !== undefined && acceptedAt <= now + MAX_CLOCK_SKEW_MS;
		if (!isValid) {
			unreadable.push(entry.replace(/\s+/g, ' ').slice(0, 200));
			continue;
		}
		accessions.push(accession);
		oldest = utcMs(Math.min(oldest ?? acceptedAt, acceptedAt));
		if (!informationForm(form) || !/^(Filer|Subject|Issuer)$/i.test(role)) continue;
		const items = [...elementText(entry, 'summary').matchAll(/Item (\d\.\d\d)\b/g)].map(([, item = '']) => item);
		filings.push({ accession, cik: Number(cik), form, items, acceptedAt, earliestAt: acceptedAt, seenAt: now, source: 'feed' });
	}
	return { accessions, oldest, filings: removeDuplicateFilings(filings), unreadable };
}

/** Returns the unescaped text of an XML element; empty if there is none. */
function elementText(entry: string, element: string): string {
	const inner = new RegExp(`<${element}(?:\\s[^>]*)?>([\\s\\S]*?)</${element}>`).exec(entry)?.[1] ?? '';
	return inner
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replaceAll('&amp;', '&')
		.trim();
}

/** Removes duplicates: a filing is listed once per party, and again on the next page if new filings arrive meanwhile. */
export function removeDuplicateFilings(filings: readonly IssuerFiling[]): IssuerFiling[] {
	return [...new Map(filings.map((filing) => [`${filing.cik} ${filing.accession}`, filing])).values()];
}

export interface History {
	readonly cik: number;
	readonly sic: number | null;
	readonly industry: string | null;
	readonly filings: readonly IssuerFiling[];
	/** File names of older parts, and the last filing date of each. */
	readonly older: readonly { readonly name: string; readonly filingTo: string }[];
}

/** Parses a company's history, read at `now`. A single invalid information form rejects the whole history: a gap would look as if nothing was filed. */
export function parseHistory(text: string, now: UtcMs): History {
	const { cik, sic, sicDescription, filings } = decode(VENDOR, 'history', submissionsWire, parseJson(VENDOR, 'history', text));
	return {
		cik,
		sic: sic || null,
		industry: sicDescription?.trim() || null,
		filings: createFilings(cik, filings.recent, now),
		older: filings.files ?? [],
	};
}

/** Parses an older part of a company's history. */
export function parseOlderHistory(text: string, cik: number, now: UtcMs): IssuerFiling[] {
	return createFilings(cik, decode(VENDOR, 'history', olderFilingsWire, parseJson(VENDOR, 'history', text)), now);
}

function createFilings(
	cik: number,
	columns: Readonly<Record<'accessionNumber' | 'acceptanceDateTime' | 'form' | 'items', readonly string[]>>,
	now: UtcMs,
): IssuerFiling[] {
	return columns.form.flatMap((form, i): IssuerFiling[] => {
		if (!informationForm(form)) return [];
		const accession = columns.accessionNumber[i] ?? '';
		const instant = parseJsonInstant(columns.acceptanceDateTime[i] ?? '', now);
		if (!/^\d{10}-\d{2}-\d{6}$/.test(accession))
			throw shapeError('history', `'${accession}' isn't an accession number.`, `accessionNumber.${i}`);
		if (!instant)
			throw shapeError(
				'history',
				`'${columns.acceptanceDateTime[i]}' isn't a time at which EDGAR accepts filings.`,
				`acceptanceDateTime.${i}`,
			);
		const items = (columns.items[i] ?? '').split(',').filter((item) => /^\d\.\d\d$/.test(item));
		return [{ accession, cik, form, items, ...instant, seenAt: now, source: 'json' }];
	});
}

/** Parses the acceptance instant from a filing's SGML header. */
export function parseHeader(text: string): UtcMs {
	const timestamp = /^<ACCEPTANCE-DATETIME>\s*(\d+)/m.exec(text)?.[1];
	const instant = timestamp === undefined ? undefined : parseNewYorkInstant(timestamp);
	if (instant === undefined) throw shapeError('header', 'It contains no acceptance time.', 'ACCEPTANCE-DATETIME');
	return instant;
}

export interface MappedIssuer {
	readonly cik: number;
	readonly exchange: string | null;
}

/** Parses the issuers by normalized symbol. A symbol with two issuers is left out. */
export function parseIssuers(text: string, onOddity?: OnInvalidItems): Map<string, MappedIssuer> {
	const { fields, data } = decode(VENDOR, 'issuers', issuerMapWire, parseJson(VENDOR, 'issuers', text));
	const rows = data.map((values) => Object.fromEntries(fields.map((field, i) => [field, values[i]])));
	const issuers = new Map<string, MappedIssuer>();
	const ambiguousSymbols = new Set<string>();
	for (const { cik, ticker, exchange } of filterValidItems(
		{ vendor: VENDOR, call: 'issuers', field: 'data' },
		issuerMapRowWire,
		rows,
		onOddity,
	)) {
		const symbol = normalizeSymbol(ticker);
		if (symbol === undefined) continue;
		if ((issuers.get(symbol)?.cik ?? cik) !== cik) ambiguousSymbols.add(symbol);
		issuers.set(symbol, { cik, exchange: exchangeName(exchange) });
	}
	for (const symbol of ambiguousSymbols) issuers.delete(symbol);
	return issuers;
}

function shapeError(call: string, description: string, field = WHOLE_BODY): VendorError {
	return new VendorError(VENDOR, call, 'shape', description, { field });
}

// Schemas of the fields used from EDGAR's JSON responses.
const cik = z.coerce.number().int().min(1).max(9_999_999_999);

/** GET /files/company_tickers_exchange.json: rows of values in the order of `fields`. */
const issuerMapWire = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())).min(1) });
const issuerMapRowWire = z.object({ cik, ticker: z.string().min(1).max(20), exchange: z.string().max(40).nullish() });

/** Parallel arrays of the same length. */
const filingArraysWire = z
	.object({
		accessionNumber: z.array(z.string()),
		acceptanceDateTime: z.array(z.string()),
		form: z.array(z.string()),
		items: z.array(z.string()),
	})
	.refine(({ accessionNumber, ...columns }) => Object.values(columns).every(({ length }) => length === accessionNumber.length), {
		path: ['accessionNumber'],
		error: 'Its arrays have different lengths.',
	});

/** GET /submissions/CIK##########.json: the newest filings, and where older ones are. */
const submissionsWire = z.object({
	cik,
	sic: z.coerce.number().int().nullish(),
	sicDescription: z.string().nullish(),
	filings: z.object({
		recent: filingArraysWire,
		files: z.array(z.object({ name: z.string().regex(/^[\w-]+\.json$/), filingTo: date })).nullish(),
	}),
});

/** GET /submissions/CIK##########-submissions-###.json */
const olderFilingsWire = filingArraysWire;

/** EDGAR accepts filings from 06:00 to 22:00 New York time on business days. In minutes since midnight. */
const ACCEPTANCE_OPEN_MINUTE = 6 * 60;
const ACCEPTANCE_CLOSE_MINUTE = 22 * 60;
/** How far an acceptance can be ahead of this computer's clock. */
const MAX_CLOCK_SKEW_MS = 10 * SECOND;

/** An instant of acceptance. `earliestAt`: the earliest instant that the text can mean; equal to `acceptedAt` if the text is unambiguous. */
interface Acceptance {
	readonly acceptedAt: UtcMs;
	readonly earliestAt: UtcMs;
}

/** Whether EDGAR accepts filings at an instant; holidays count as business days. */
export function isAccepting(ms: number): boolean {
	const weekday = weekdayOfDay(newYorkDay(ms));
	return weekday > 0 && weekday < 6 && isInAcceptanceHours(ms);
}

function isInAcceptanceHours(ms: number): boolean {
	const minute = newYorkMinute(ms);
	return minute >= ACCEPTANCE_OPEN_MINUTE && minute < ACCEPTANCE_CLOSE_MINUTE;
}

/** Whether EDGAR accepted nothing between two instants. */
export function isClosedBetween(from: number, to: number): boolean {
	// Steps of an hour cannot skip a day's opening hours.
	for (let at = from; at < to; at += HOUR) if (isAccepting(at)) return false;
	return !isAccepting(to);
}

/** Parses 'YYYYMMDDhhmmss' in New York time, as in SGML headers; undefined for anything else. */
export function parseNewYorkInstant(text: string): UtcMs | undefined {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	const date = parseDate(`${year}-${month}-${day}`);
	if (!date || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
	return utcMs(newYorkToUtc(exchangeDate(date), Number(hour), Number(minute)) + Number(second) * SECOND);
}

/** Parses ISO 8601 with a numeric offset, as in the feed; undefined for 'Z', which EDGAR also writes after New York times. */
export function parseOffsetInstant(text: string): UtcMs | undefined {
	const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(ms) ? undefined : utcMs(ms);
}

/**
 * Parses an instant of the JSON history, which ends in 'Z' but is New York time for some filers. An instant outside EDGAR's hours or after `now` is impossible.
 * If both are possible, the later one counts; undefined if neither is.
 */
export function parseJsonInstant(text: string, now: number): Acceptance | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return undefined;
	const utc = Date.parse(text);
	const local = parseNewYorkInstant(text.slice(0, 19).replace(/\D/g, ''));
	const candidates = [utc, local].filter((ms): ms is UtcMs => ms !== undefined && isInAcceptanceHours(ms) && ms <= now + MAX_CLOCK_SKEW_MS);
	if (candidates.length === 0) return undefined;
	return { acceptedAt: utcMs(Math.max(...candidates)), earliestAt: utcMs(Math.min(...candidates)) };
}

/** Returns the milliseconds until the next request for the feed: a minute around a session, longer while filings are accepted, longest at night. */
export function computeFeedIntervalMs(ms: number, session: { open: number; close: number } | undefined): number {
	if (session && ms >= session.open - HOUR && ms < session.close + 2 * HOUR) return MINUTE;
	return isAccepting(ms) || isAccepting(ms + 30 * MINUTE) ? 4 * MINUTE : 30 * MINUTE;
}
