/**
 * Decides the order of day, month and year in dates such as '7/8/2024' or '24-07-08': from the user's option, else from which orders make all dates valid and
 * past, else from which order puts all dates on trading days.
 */
import type { FILE_OPTIONS } from '@sw/domain/prices/batch';
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import type { ImportEntry } from '../archives/import-entries.ts';
import { createFields, splitFields } from '../bytes/byte-fields.ts';
import { locateLine, splitIntoLineChunks } from '../bytes/byte-lines.ts';
import { type TimeKind, YEAR_LAST } from '../bytes/byte-time.ts';
import { ImportError } from '../faults/import-error.ts';
import type { Layout } from './layout.ts';

type DateOrder = (typeof FILE_OPTIONS.dates)[number];

const KINDS = { mdy: 'month-first', dmy: 'day-first', ymd: 'short-year-first' } as const satisfies Record<DateOrder, TimeKind>;
const AMBIGUOUS_KINDS: ReadonlySet<TimeKind> = new Set(['month-first', 'day-first', 'short-year-first', 'year-last']);
const FIRST_PART = { mdy: 'month', dmy: 'day', ymd: 'year' } as const;
/** Most distinct dates examined: more than 60 years of sessions. */
const MAX_DATES = 16_000;

interface DateOrderOptions {
	/** Default: decided from the dates. */
	dates?: DateOrder | undefined;
	calendar: Calendar;
	/** Today in New York: an order that makes a date later than this is wrong. */
	today?: ExchangeDate | undefined;
}

/** Adds the order of dates to the layout. Throws ImportError if it cannot be decided, or if dates contradict each other or the user's option. */
export async function decideDateOrder(layout: Layout, entry: ImportEntry, options: DateOrderOptions): Promise<Layout> {
	if (!AMBIGUOUS_KINDS.has(layout.timeKind)) return layout;
	const dates = await collectDates(layout, entry);
	const order = chooseOrder([...dates], options);
	return { ...layout, timeKind: KINDS[order] };
}

function chooseOrder(texts: readonly string[], { dates: requestedOrder, calendar, today }: DateOrderOptions): DateOrder {
	const findInvalid = (order: DateOrder): string | undefined =>
		texts.find((text) => {
			const date = parseDateAs(order, text);
			return date === undefined || (today !== undefined && date > today);
		});
	if (requestedOrder !== undefined) {
		const text = findInvalid(requestedOrder);
		if (text !== undefined)
			throw new ImportError(
				'refused',
				`With the ${FIRST_PART[requestedOrder]} first, ${text} isn't a past date: leave out --dates ${requestedOrder}.`,
			);
		return requestedOrder;
	}
	const orders = (['mdy', 'dmy', 'ymd'] as const).filter((order) => texts.length > 0 && findInvalid(order) === undefined);
	const [firstOrder, ...otherOrders] = orders;
	if (firstOrder === undefined) throw new ImportError('refused', describeContradiction(texts));
	if (otherOrders.length === 0) return firstOrder;
	// Countries that separate dates by dots write the day first.
	if (orders.includes('dmy') && !orders.includes('ymd') && texts.every((text) => text.includes('.'))) return 'dmy';
	const sessionOrders = orders.filter((order) =>
		texts.every((text) => calendar.sessionOn(parseDateAs(order, text) as ExchangeDate) !== undefined),
	);
	const [sessionOrder, ...moreSessionOrders] = sessionOrders;
	if (sessionOrder !== undefined && moreSessionOrders.length === 0) return sessionOrder;
	const choices = orders.map((order) => FIRST_PART[order]).join(' or the ');
	throw new ImportError(
		'refused',
		`Its dates are written like ${texts[0]}, and none shows whether the ${choices} comes first: use ${orders.map((order) => `--dates ${order}`).join(' or ')}.`,
	);
}

function describeContradiction(texts: readonly string[]): string {
	const monthFirst = texts.find((text) => parseDateAs('mdy', text) !== undefined && parseDateAs('dmy', text) === undefined);
	const dayFirst = texts.find((text) => parseDateAs('dmy', text) !== undefined && parseDateAs('mdy', text) === undefined);
	return monthFirst !== undefined && dayFirst !== undefined
		? `Its dates have the month first in ${monthFirst} and the day first in ${dayFirst}: write the year first, '2024-12-31'.`
		: `Its dates, such as ${texts.find((text) => parseDateAs('mdy', text) === undefined) ?? texts[0]}, aren't past dates in any order: write the year first, '2024-12-31'.`;
}

/** Parses a date in the given order; undefined if it is invalid. */
function parseDateAs(order: DateOrder, text: string): ExchangeDate | undefined {
	const [, first = '', , second = '', third = ''] = YEAR_LAST.exec(text) ?? [];
	const [year, month, day] = order === 'mdy' ? [third, first, second] : order === 'dmy' ? [third, second, first] : [first, second, third];
	if (order === 'ymd' && (first.length !== 2 || third.length !== 2)) return undefined;
	const fullYear = year.length === 4 ? Number(year) : Number(year) < 70 ? 2000 + Number(year) : 1900 + Number(year);
	const isoDate = `${String(fullYear).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const parsed = new Date(`${isoDate}T00:00:00Z`);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(isoDate) ? exchangeDate(isoDate) : undefined;
}

/** Collects the distinct date texts of the table's rows, without their times, up to MAX_DATES. */
async function collectDates(layout: Layout, entry: ImportEntry): Promise<ReadonlySet<string>> {
	const dates = new Set<string>();
	const fields = createFields();
	const lineBounds: [number, number] = [0, 0];
	let lineCount = 0;
	for await (const chunk of splitIntoLineChunks(entry.content())) {
		for (let at = 0; at < chunk.length; at = lineBounds[1]) {
			locateLine(chunk, at, lineBounds);
			if (lineBounds[0] === at || lineCount++ < layout.headerLines) continue;
			splitFields(chunk, at, lineBounds[0], layout.separator, fields);
			if (layout.time >= fields.count) continue;
			const [text] = YEAR_LAST.exec(chunk.toString('latin1', fields.starts[layout.time], fields.ends[layout.time])) ?? [];
			if (text !== undefined && dates.size < MAX_DATES) dates.add(text);
		}
	}
	return dates;
}
