import { FILE_OPTIONS, isFileZone, MAX_UPLOAD_BYTES } from '@sw/domain/prices/batch';
import { z } from 'zod';
import { calendarDate, flag, integer, isoDate, isoTime, nonEmptyText, paging, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { job } from './jobs.ts';

/** Base64 needs four characters for three bytes; the rest is for the JSON around them. */
const MAX_BODY_BYTES = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4 + 4_096;

const count = z.int().min(0);

/**
 * States of an uploaded table. good: it can be imported; known: the same bytes were already imported; failed: it is refused as a whole; skipped:
 * it is not market data.
 */
export const TABLE_STATES = ['good', 'known', 'failed', 'skipped'] as const;

const checkedTable = z
	.object({
		name: z.string().describe("The file's name; for one in an archive, its path after '!'."),
		state: z.enum(TABLE_STATES),
		words: z.string().describe('What it was recognised as, or why it is not accepted.'),
		rows: count,
		refused: count,
		reasons: z.array(z.object({ reason: z.string(), rows: count })).describe('Refused rows by reason, in plain language.'),
		added: count.describe(
			'How its bars compare with the stored ones: new, stored with the same values, and stored with others, which it replaces.',
		),
		unchanged: count,
		replaced: count,
		largest: z
			.array(
				z.object({
					ticker: z.string(),
					date: isoDate,
					at: isoTime.nullable().describe('Start of the bar; null for a daily bar.'),
					stored: z.number().describe('Closes.'),
					given: z.number(),
				}),
			)
			.describe('The replaced bars whose close changes most, at most 10.'),
		outlying: count.describe(
			'Bars so far from the one before them in the file that their tickers would be quarantined until an administrator decides.',
		),
		farthest: z
			.array(
				z.object({
					ticker: z.string(),
					date: isoDate,
					at: isoTime.nullable().describe('Start of the bar; null for a daily bar.'),
					close: z.number(),
					before: z.number().describe('Close of the bar before it.'),
					after: z.number().nullable().describe('Close of the bar after it; null after the last one.'),
				}),
			)
			.describe('The farthest of them, at most 10.'),
		listed: count.describe('Refused rows that can be listed, up to a limit.'),
	})
	.meta({ id: 'JudgedTable' });

const upload = z
	.object({
		id: z.uuid(),
		name: z.string(),
		bytes: count,
		tables: z.array(checkedTable),
		question: z
			.string()
			.nullable()
			.meta({
				description: 'What the administrator has to specify before anything can be read; null where nothing.',
				examples: ['Which time zone do the times have?'],
			}),
	})
	.meta({ id: 'Upload' });

const checkedRow = z
	.object({
		line: z.int().min(1),
		text: z.string().describe('As in the file; truncated where it is very long.'),
		reason: z.string().nullable().describe('Why it is not accepted; null where it is.'),
	})
	.meta({ id: 'JudgedRow' });

/** Base64 text. The check searches for an invalid character, because a pattern that matches the whole text would overflow the stack on large files. */
const base64 = z.string().refine((value) => value.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(value), 'must be Base64');

const idParams = strictObject({ id: z.uuid() });

/** How to read a file. Omitted settings are detected from the file. */
const fileOptions = {
	format: z.enum(FILE_OPTIONS.format).optional(),
	zone: z.string().refine(isFileZone, 'Unknown time zone: use new-york, utc or a name such as America/Chicago').optional(),
	stamp: z.enum(FILE_OPTIONS.stamp).optional(),
	dates: z.enum(FILE_OPTIONS.dates).optional(),
	interval: z.enum(FILE_OPTIONS.interval).optional(),
	symbol_from: z.enum(FILE_OPTIONS.symbol_from).optional(),
	symbol: nonEmptyText(20).optional().describe('For every row, in place of the symbol in file names and columns.'),
	as_of: calendarDate.optional().describe('The date of the share counts in company lists. Default: today.'),
};

/** Market data files uploaded by administrators: checked first, stored only after confirmation. */
export const importCalls = {
	uploadImport: {
		method: 'POST',
		path: '/api/imports',
		access: 'admin',
		summary: 'Upload a file of market data and check it row by row; no market data is stored yet',
		body: strictObject({ name: nonEmptyText(120), content: base64 }),
		bodyLimit: MAX_BODY_BYTES,
		answers: { 200: upload },
		errors: [400, 401, 403, 409, 413],
	},
	upload: {
		method: 'GET',
		path: '/api/imports/{id}',
		access: 'admin',
		summary: 'Preview an uploaded file with the given reading options',
		params: idParams,
		query: strictObject(fileOptions),
		answers: { 200: upload },
		errors: [400, 401, 403, 404],
	},
	uploadRows: {
		method: 'GET',
		path: '/api/imports/{id}/rows',
		access: 'admin',
		summary: 'List the rows of a table, all or only the rejected ones with their reasons',
		params: idParams,
		query: strictObject({ ...paging, ...fileOptions, table: integer(0, 10_000).default(0), refused: flag.default(true) }),
		answers: { 200: z.object({ items: z.array(checkedRow), total_count: count }) },
		errors: [400, 401, 403, 404],
	},
	confirmImport: {
		method: 'POST',
		path: '/api/imports/{id}',
		access: 'admin',
		summary: 'Import a checked file; for each table, either all valid rows are stored or none',
		params: idParams,
		query: strictObject(fileOptions),
		answers: { 200: job },
		errors: [400, 401, 403, 404],
	},
	dropImport: {
		method: 'DELETE',
		path: '/api/imports/{id}',
		access: 'admin',
		summary: 'Discard a checked file',
		params: idParams,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
