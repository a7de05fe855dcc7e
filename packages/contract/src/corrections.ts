import { BATCH_KINDS, BATCH_STATES } from '@sw/domain/prices/batch';
import { z } from 'zod';
import { algo, calendarDate, dateOrInstant, isoDate, isoTime, LARGEST_ID, licence, only, paging, text, whole } from './common.ts';
import type { Area, Endpoint } from './define.ts';
import { job } from './jobs.ts';

const count = z.int().min(0);
const tickerId = z.int().min(1).max(LARGEST_ID);
const date = calendarDate;
const place = { ticker_id: tickerId, date };

/** Every correction is a job: asking again while it waits or runs answers the same one, and doing it twice changes nothing. */
const asksJob = { access: 'admin', answers: { 200: job }, errors: [400, 401, 403] } as const satisfies Partial<Endpoint>;

const timetableLine = only({
	anchor: z.enum(['open', 'close']),
	/** After the anchor, in exchange time. */
	minutes: z.int().min(0).max(1_440),
	report: licence,
	algo,
	is_use: z.boolean().default(true),
});

const span = { from: date, to: date };
const inOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to;
const areInOrder = ({ from = '', to = '9' }: { from?: string | undefined; to?: string | undefined }): boolean => inOrder({ from, to });
const ORDER = { message: 'Later than `to`.', path: ['from'] };

const quarantined = z
	.object({
		ticker: z.string(),
		ticker_id: tickerId,
		name: z.string(),
		/** The session of the jump; null where it lies longer back than is looked. */
		date: isoDate.nullable(),
		/** Start of the quarter hour that jumped within its session; null for a jump overnight. */
		at: isoTime.nullable(),
		/** Why, for people. */
		reason: z.string(),
		/** The prices before and after it, as printed: last close and first open, or two closes of one session. */
		before: z.number().nullable(),
		after: z.number().nullable(),
		/** Usual split ratios (new shares for one old) that would explain it, the nearest first. */
		candidates: z.array(z.number()),
	})
	.meta({ id: 'Quarantined' });

const ledgerEntry = z
	.object({
		/** Every stored row carries it. */
		batch: z.int(),
		kind: z.enum(BATCH_KINDS),
		provider: z.string(),
		/** 'open': being written; 'committed': counts; 'aborted': counts for nothing. */
		state: z.enum(BATCH_STATES),
		rows: count,
		/** What came from where and when, and what was missing. */
		note: z.string(),
		/** It is an import that can be undone: POST /api/ledger/{batch}/undo. */
		can_undo: z.boolean(),
		/** By the wall clock. */
		created: isoTime,
		committed: isoTime.nullable(),
	})
	.meta({ id: 'LedgerEntry' });

/** What administrators do about data that came wrong or not at all. */
export const correctionCalls = {
	gaps: {
		...asksJob,
		method: 'POST',
		path: '/api/reports/gaps',
		errors: [...asksJob.errors, 409],
		summary:
			'Finds missing bars and reports of a span of dates (default: the last 20 sessions), fetches them again and builds what changed. 409 where the source has no past bars, as imported files: send `fetch` false',
		body: only({ from: date.optional(), to: date.optional(), fetch: z.boolean().default(true) }).refine(areInOrder, ORDER),
	},
	checkSplits: {
		...asksJob,
		method: 'POST',
		path: '/api/splits/check/dates',
		summary:
			'Compares the splits that the provider tells of with those in force and with the jumps of the stored prices (the last 300 days unless told); one that the prices contradict is taken out of force until an administrator applies it',
		body: only({ from: date.optional(), to: date.optional() }).refine(areInOrder, ORDER),
	},
	splits: {
		...asksJob,
		method: 'POST',
		path: '/api/reports/splits',
		summary: 'Applies splits, takes them back, or calls a jump genuine, and builds the reports anew; stored bars stay as printed',
		body: only({
			apply: z
				.array(only({ ...place, ratio: z.number().positive().max(10_000) }))
				.max(1_000)
				.default([]),
			revoke: z.array(only(place)).max(1_000).default([]),
			dismiss: z.array(only(place)).max(1_000).default([]),
		}),
	},
	reUpload: {
		...asksJob,
		method: 'POST',
		path: '/api/history/re-uploading',
		errors: [...asksJob.errors, 409],
		summary: 'Fetches a span of dates from the provider again and builds its reports as new versions where they differ',
		body: only({ ...span, tickers: z.array(tickerId).min(1).max(1_000).optional() }).refine(inOrder, ORDER),
	},
	undoImport: {
		...asksJob,
		method: 'POST',
		path: '/api/ledger/{batch}/undo',
		summary:
			'Withdraws all rows of one import: what it replaced counts again, and the reports that used it are rebuilt. Splits, dividends and names stay',
		params: only({ batch: whole(1, LARGEST_ID) }),
		errors: [400, 401, 403, 404],
	},
	reschedule: {
		...asksJob,
		method: 'POST',
		path: '/api/reschedule',
		summary: 'Builds reports again: one (its time), those of a date, or those of a span of dates',
		body: z.union([only({ date: dateOrInstant }), only(span).refine(inOrder, ORDER)]),
	},
	buildReport: {
		...asksJob,
		method: 'POST',
		path: '/api/sector-charts',
		summary: 'Builds the report of a time, or those of a date, again',
		body: only({ date: dateOrInstant }),
	},
	fillSchedule: {
		method: 'POST',
		path: '/api/schedule/fill',
		access: 'admin',
		summary: 'Writes the report slots of a span of dates: the default ones where none stand, or given lines in place of what stands',
		body: only({ ...span, slots: z.array(timetableLine).min(1).max(100).optional() }).refine(inOrder, ORDER),
		answers: { 200: z.object({ written: count }) },
		errors: [400, 401, 403],
	},
	resetSchedule: {
		method: 'POST',
		path: '/api/schedule/reset-time',
		access: 'admin',
		summary: 'Puts the default report slots of a span of dates back',
		body: only(span).refine(inOrder, ORDER),
		answers: { 200: z.object({ written: count }) },
		errors: [400, 401, 403],
	},
	quarantine: {
		method: 'GET',
		path: '/api/quarantine',
		access: 'admin',
		summary: 'Tickers without depths because of a jump that nothing explains, by the order of the newest report',
		query: only(paging),
		answers: { 200: z.object({ items: z.array(quarantined), total_count: count }) },
		errors: [400, 401, 403],
	},
	ledger: {
		method: 'GET',
		path: '/api/ledger',
		access: 'admin',
		summary:
			'Every writing of bars and of reports: from where and when it came, how many rows, what was missing; the newest first. With a ticker those alone that wrote bars of it, of a span of dates if told',
		query: only({
			...paging,
			kind: z.enum(BATCH_KINDS).optional(),
			state: z.enum(BATCH_STATES).optional(),
			ticker: text(20).optional(),
			from: date.optional(),
			to: date.optional(),
		})
			.refine(({ ticker, from, to }) => ticker !== undefined || (from === undefined && to === undefined), {
				message: 'Dates are those of the bars of a ticker: name it.',
				path: ['ticker'],
			})
			.refine(areInOrder, ORDER),
		answers: { 200: z.object({ items: z.array(ledgerEntry), total_count: count }) },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
