import {
	MAX_SECTION_LENGTH,
	MAX_WATCHLIST_ENTRIES,
	MAX_WATCHLIST_NAME_LENGTH,
	MAX_WATCHLISTS,
	WATCHLIST_FORMATS,
} from '@sw/domain/watchlists/watchlist';
import { z } from 'zod';
import { emptyBody, singleLine } from '../accounts/schemas.ts';
import { integer, isoTime, MAX_ROW_ID, strictObject, tickerIdParameter } from '../base/common.ts';
import type { Area } from '../base/define.ts';

/** Maximum characters of an imported text: enough for a thousand rows of a screener's export. */
const MAX_TEXT_LENGTH = 300_000;

const idParams = strictObject({ id: integer(1, MAX_ROW_ID) });
const count = z.int().min(0);
const name = singleLine(MAX_WATCHLIST_NAME_LENGTH)
	.trim()
	.min(1)
	.meta({ examples: ['Big oil'] });
const text = z
	.string()
	.max(MAX_TEXT_LENGTH)
	.meta({
		description: "Symbols as text: TradingView's format, CSV with a column Symbol or Ticker, or pasted lines. They come after the others.",
		examples: ['NASDAQ:AAPL,NYSE:IBM'],
	});
const TOKEN_EXAMPLES = { examples: ['VGhlIGZpcnN0IHdhdGNobGlz'] };
const token = singleLine(64).min(1).describe('Secret part of the address of the read-only copy.');

const headFields = {
	id: z.int(),
	name: z.string(),
	count: count.describe('Tickers in it.'),
	token: z.string().nullable().describe('Secret part of the address of its read-only copy; null: not shared.').meta(TOKEN_EXAMPLES),
	created: isoTime,
};
const entryFields = {
	ticker_id: z.int(),
	ticker: z.string(),
	exchange: z
		.string()
		.nullable()
		.meta({ description: 'As in the imported text.', examples: ['NASDAQ'] }),
	section: z
		.string()
		.nullable()
		.meta({ description: 'The heading it is under.', examples: ['Oil'] }),
};
const entries = z.array(z.object(entryFields)).describe('Its tickers, in order.');
const watchlist = z
	.object({
		...headFields,
		entries,
		unknown: z
			.array(z.string())
			.describe('Symbols of the given text that are not in this market.')
			.meta({ examples: [['XYZW']] }),
	})
	.meta({ id: 'Watchlist' });

export const watchlistCalls = {
	watchlists: {
		method: 'GET',
		path: '/api/watchlists',
		access: 'licence',
		summary: "List the caller's watchlists, in their order",
		answers: {
			200: z.object({ items: z.array(z.object(headFields)), allowed: count.describe('Limit of the licence.') }).meta({ id: 'Watchlists' }),
		},
		errors: [401, 403],
	},
	addWatchlist: {
		method: 'POST',
		path: '/api/watchlists',
		access: 'licence',
		summary: 'Create a watchlist, empty, from text, or as a copy of a shared one',
		body: strictObject({
			name,
			text: text.optional(),
			copy: token.optional().describe('Token of a shared watchlist.').meta(TOKEN_EXAMPLES),
		}),
		bodyLimit: 2 * MAX_TEXT_LENGTH,
		answers: { 201: watchlist },
		errors: [400, 401, 403, 404, 409],
	},
	orderWatchlists: {
		method: 'PUT',
		path: '/api/watchlists/order',
		access: 'licence',
		summary: "Put the caller's watchlists into an order",
		body: strictObject({
			ids: z.array(z.int().min(1).max(MAX_ROW_ID)).max(MAX_WATCHLISTS.pro).describe('Their ids; others come after them.'),
		}),
		answers: { 204: z.undefined() },
		errors: [400, 401, 403],
	},
	sharedWatchlist: {
		method: 'GET',
		path: '/api/watchlists/shared/{token}',
		access: 'user',
		summary: 'Get the read-only copy of a shared watchlist',
		params: strictObject({ token }),
		answers: { 200: z.object({ name: z.string(), entries }).meta({ id: 'SharedWatchlist' }) },
		errors: [400, 401, 403, 404],
	},
	watchlist: {
		method: 'GET',
		path: '/api/watchlists/{id}',
		access: 'licence',
		summary: 'Get a watchlist with its tickers',
		params: idParams,
		answers: { 200: watchlist },
		errors: [400, 401, 403, 404],
	},
	changeWatchlist: {
		method: 'PATCH',
		path: '/api/watchlists/{id}',
		access: 'licence',
		summary: 'Rename, share or reorder a watchlist, or add and remove tickers',
		params: idParams,
		body: strictObject({
			name: name.optional(),
			shared: z.boolean().optional().describe('true: with a new address; false: the address stops working.'),
			entries: z
				.array(
					strictObject({
						ticker_id: tickerIdParameter,
						exchange: z
							.string()
							.regex(/^[A-Z]{2,10}$/, 'An exchange in capitals, such as NASDAQ')
							.nullable()
							.default(null),
						section: singleLine(MAX_SECTION_LENGTH)
							.min(1)
							.nullable()
							.default(null)
							.describe('The heading it is under.')
							.meta({ examples: ['Oil'] }),
					}),
				)
				.max(MAX_WATCHLIST_ENTRIES)
				.optional()
				.describe('All tickers, in order.'),
			text: text.optional(),
		}),
		bodyLimit: 2 * MAX_TEXT_LENGTH,
		answers: { 200: watchlist },
		errors: [400, 401, 403, 404, 409],
	},
	deleteWatchlist: {
		method: 'DELETE',
		path: '/api/watchlists/{id}',
		access: 'licence',
		summary: 'Delete a watchlist',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	exportWatchlist: {
		method: 'GET',
		path: '/api/watchlists/{id}/export',
		access: 'licence',
		summary: "Export a watchlist in TradingView's format, as CSV or as plain text",
		params: idParams,
		query: strictObject({ format: z.enum(WATCHLIST_FORMATS).default('tradingview') }),
		answers: { 200: z.string() },
		produces: 'text/plain; charset=utf-8',
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
