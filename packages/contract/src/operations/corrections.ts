import { ACTION_TYPES } from '@sw/domain/prices/action-rows';
import { BATCH_KINDS, BATCH_STATES } from '@sw/domain/prices/batch';
import { z } from 'zod';
import {
	algo,
	calendarDate,
	createSpanCheck,
	integer,
	isoDate,
	isoTime,
	lenientDate,
	licence,
	MAX_ROW_ID,
	nonEmptyText,
	paging,
	strictObject,
} from '../base/common.ts';
import type { Area, Endpoint } from '../base/define.ts';
import { job } from './jobs.ts';

const count = z.int().min(0);
const tickerId = z.int().min(1).max(MAX_ROW_ID);
const date = calendarDate;
const tickerAndDate = { ticker_id: tickerId, date };

/** Every correction is a job. A request repeated while the job waits or runs returns the same job, and a second run changes nothing. */
const jobCall = { access: 'admin', answers: { 200: job }, errors: [400, 401, 403] } as const satisfies Partial<Endpoint>;

const timetableEntry = strictObject({
	anchor: z.enum(['open', 'close']),
	minutes: z.int().min(0).max(1_440).describe("After the anchor, on the exchange's clock."),
	report: licence,
	algo,
	is_use: z.boolean().default(true),
});

const dateRange = { from: date, to: date };

const quarantinedTicker = z
	.object({
		ticker: z.string(),
		ticker_id: tickerId,
		name: z.string(),
		date: isoDate.nullable().describe('The session of the jump; null where it is before the period searched.'),
		at: isoTime.nullable().describe('Start of the quarter-hour of a jump within a session; null for a jump overnight.'),
		reason: z.string().describe('The reason, in plain language.'),
		before: z
			.number()
			.nullable()
			.describe('The price before it, as printed: the last close; the price after it is the first open, or the next close of the session.'),
		after: z.number().nullable().describe('The price after it; null if there is none.'),
		candidates: z.array(z.number()).describe('Common split ratios (new shares for one old) that would explain it, the nearest first.'),
	})
	.meta({ id: 'Quarantined' });

const ledgerEntry = z
	.object({
		batch: z.int().describe('Stored with each of its rows.'),
		kind: z.enum(BATCH_KINDS),
		provider: z.string(),
		state: z.enum(BATCH_STATES).describe("'open': being written; 'committed': in force; 'aborted': ignored."),
		rows: count,
		note: z.string().meta({
			description: 'The source and time of the data, and what was missing.',
			examples: ['Vendor file of 2026-03-04, 2 tickers missing'],
		}),
		can_undo: z.boolean().describe('Whether it is an import that can be undone: POST /api/ledger/{batch}/undo.'),
		created: isoTime.describe('Wall clock.'),
		committed: isoTime.nullable(),
	})
	.meta({ id: 'LedgerEntry' });

const actionRow = z
	.object({
		line: z.int().min(1).describe('In the file, from 1.'),
		ticker: z.string().describe('As written where it is unknown.'),
		date: isoDate.nullable().describe("Null where the row's field is unreadable."),
		type: z.enum(ACTION_TYPES).nullable(),
		value: z.number().nullable(),
		replaces: z.number().nullable().describe('The recorded value that this one replaces.'),
		reason: z.string().nullable().describe('Why the row is refused; null where it is accepted.'),
	})
	.meta({ id: 'ActionRow' });

/** Corrections of wrong or missing data by administrators. */
export const correctionCalls = {
	gaps: {
		...jobCall,
		method: 'POST',
		path: '/api/reports/gaps',
		errors: [...jobCall.errors, 409],
		summary:
			'Find missing bars and reports in a date range (default: last 20 sessions), fetch the bars again and rebuild the affected reports. 409 if the source has no past bars, such as imported files: set `fetch` to false',
		body: strictObject({ from: date.optional(), to: date.optional(), fetch: z.boolean().default(true) }).check(createSpanCheck()),
	},
	checkSplits: {
		...jobCall,
		method: 'POST',
		path: '/api/splits/check/dates',
		summary:
			"Compare the provider's splits with the applied ones and with jumps in stored prices (default: last 300 days); a split that the prices contradict is suspended until an administrator applies it",
		body: strictObject({ from: date.optional(), to: date.optional() }).check(createSpanCheck()),
	},
	splits: {
		...jobCall,
		method: 'POST',
		path: '/api/reports/splits',
		summary: 'Apply or remove splits, or mark a jump as genuine, and rebuild the reports; stored bars stay as printed',
		body: strictObject({
			apply: z
				.array(strictObject({ ...tickerAndDate, ratio: z.number().min(0.0001).max(10_000) }))
				.max(1_000)
				.default([]),
			revoke: z.array(strictObject(tickerAndDate)).max(1_000).default([]),
			dismiss: z.array(strictObject(tickerAndDate)).max(1_000).default([]),
		}),
	},
	corporateActions: {
		method: 'POST',
		path: '/api/corporate-actions',
		access: 'admin',
		summary:
			'Apply the splits and dividends of a CSV with the columns ticker, date, type (split or dividend) and value (new shares per old share, or dollars per share), and rebuild the reports. Refused rows are listed with their reasons and left out. With `dry_run` nothing is applied',
		body: strictObject({ csv: z.string().min(1).max(500_000), dry_run: z.boolean().default(false) }),
		answers: {
			200: z.object({
				rows: z.array(actionRow),
				accepted: count,
				refused: count,
				job: job.nullable().describe('Null with `dry_run` and when no row is accepted.'),
			}),
		},
		errors: [400, 401, 403],
	},
	reUpload: {
		...jobCall,
		method: 'POST',
		path: '/api/history/re-uploading',
		errors: [...jobCall.errors, 409],
		summary: 'Fetch a date range from the provider again; reports that differ get a new version',
		body: strictObject({ ...dateRange, tickers: z.array(tickerId).min(1).max(1_000).optional() }).check(createSpanCheck()),
	},
	undoImport: {
		...jobCall,
		method: 'POST',
		path: '/api/ledger/{batch}/undo',
		summary:
			'Withdraw all rows of one import: the rows it replaced count again, and the reports that used it are rebuilt. Splits, dividends and names stay',
		params: strictObject({ batch: integer(1, MAX_ROW_ID) }),
		errors: [400, 401, 403, 404],
	},
	reschedule: {
		...jobCall,
		method: 'POST',
		path: '/api/reschedule',
		summary: 'Rebuild the report of a time, or the reports of a date or date range',
		body: z.union([strictObject({ date: lenientDate }), strictObject(dateRange).check(createSpanCheck())]),
	},
	buildReport: {
		...jobCall,
		method: 'POST',
		path: '/api/sector-charts',
		summary: 'Rebuild the report of a time, or the reports of a date',
		body: strictObject({ date: lenientDate }),
	},
	fillSchedule: {
		method: 'POST',
		path: '/api/schedule/fill',
		access: 'admin',
		summary: 'Write the report slots of a date range: fill missing ones with the defaults, or replace them with the given ones',
		body: strictObject({ ...dateRange, slots: z.array(timetableEntry).min(1).max(100).optional() }).check(createSpanCheck()),
		answers: { 200: z.object({ written: count }) },
		errors: [400, 401, 403],
	},
	resetSchedule: {
		method: 'POST',
		path: '/api/schedule/reset-time',
		access: 'admin',
		summary: 'Reset the report slots of a date range to the defaults',
		body: strictObject(dateRange).check(createSpanCheck()),
		answers: { 200: z.object({ written: count }) },
		errors: [400, 401, 403],
	},
	quarantine: {
		method: 'GET',
		path: '/api/quarantine',
		access: 'admin',
		summary: 'List tickers without depths because of an unexplained price jump, in the order of the newest report',
		query: strictObject(paging),
		answers: { 200: z.object({ items: z.array(quarantinedTicker), total_count: count }) },
		errors: [400, 401, 403],
	},
	ledger: {
		method: 'GET',
		path: '/api/ledger',
		access: 'admin',
		summary:
			'List every write of bars and reports, newest first: source, time, number of rows and what was missing. With a ticker, only the writes of its bars, optionally in a date range',
		query: strictObject({
			...paging,
			kind: z.enum(BATCH_KINDS).optional(),
			state: z.enum(BATCH_STATES).optional(),
			ticker: nonEmptyText(20).optional(),
			from: date.optional(),
			to: date.optional(),
		})
			.refine(({ ticker, from, to }) => ticker !== undefined || (from === undefined && to === undefined), {
				message: 'Dates select the bars of a ticker: add the ticker.',
				path: ['ticker'],
			})
			.check(createSpanCheck()),
		answers: { 200: z.object({ items: z.array(ledgerEntry), total_count: count }) },
		errors: [400, 401, 403],
	},
} as const satisfies Area;

/** Removing and renaming imported tickers, for administrators. */
export const tickerChangeCalls = {
	removeTicker: {
		method: 'POST',
		path: '/api/tickers/{id}/remove',
		access: 'admin',
		summary:
			"Remove an imported ticker with its rows, splits, dividends and users' favourites, frozen entries and chart levels of it, and engine parameters, and rebuild the reports that it entered. Superseded versions keep its number. This can't be undone; import its files again instead. 409 if a vendor lists the tickers",
		params: strictObject({ id: integer(1, MAX_ROW_ID) }),
		/** `confirm`: the ticker's symbol. */
		body: strictObject({ confirm: nonEmptyText(20) }),
		answers: { 200: job },
		errors: [400, 401, 403, 404, 409],
	},
	renameTicker: {
		method: 'POST',
		path: '/api/tickers/rename',
		access: 'admin',
		summary:
			"Record that a company's symbol changed: `from` until `date`, the first session under `to`. One ticker gets the whole history, and files of either symbol belong to it. If both are tickers, the rows of `from` become those of `to` and the reports are rebuilt; 409 if both have rows of the same day, or a vendor lists the tickers",
		body: strictObject({
			from: nonEmptyText(20).meta({ description: 'Symbol before the change.', examples: ['ABCD'] }),
			to: nonEmptyText(20).meta({ description: 'Symbol since the change.', examples: ['EFGH'] }),
			date: calendarDate.describe('The first session under the new symbol.'),
		}),
		answers: { 200: job },
		errors: [400, 401, 403, 409],
	},
} as const satisfies Area;
