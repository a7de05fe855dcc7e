import {
	ALERT_REPEATS,
	MAX_ALERT_COOL_DOWN,
	MAX_ALERT_LEVEL,
	MAX_ALERT_MENTIONS,
	MAX_ALERT_RATE,
	MAX_ALERT_SPIKE,
	MAX_ALERT_VOLUME,
	MAX_NOTE_LENGTH,
} from '@sw/domain/alerts/ticker-alert';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import { tickerId } from '@sw/domain/time/units';
import { z } from 'zod';
import { emptyBody, singleLine } from '../accounts/schemas.ts';
import {
	calendarDate,
	instant,
	integer,
	isoDate,
	isoTime,
	MAX_ROW_ID,
	sectorKey,
	strictObject,
	tab,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';

const strategy = z
	.enum(STRATEGIES.map(({ name }) => name) as [StrategyName, ...StrategyName[]])
	.describe('The three timeframes of the list.');
const listFields = { tab, strategy };
const price = z.number().positive().max(MAX_ALERT_LEVEL).describe('Price level in dollars.');
const mentionSpike = z
	.number()
	.positive()
	.max(MAX_ALERT_SPIKE)
	.describe("Mentions of the last 24 hours relative to the ticker's mean weekday of the 30 days before, both plus 5: 1 is usual.");
const depth = z.int().min(1).max(5);
const repeat = z.enum(ALERT_REPEATS).describe('How often it fires.');
const COOL_DOWN_DESCRIPTION = 'Minutes of market time between two firings, for `every`.';
const EXPIRES_DESCRIPTION = 'The last date on which it can fire, in New York.';
const NOTE_DESCRIPTION = 'Shown in its messages.';

const FALLS_DESCRIPTION = 'true: fires when the value falls below it, instead of when it reaches it.';
const falls = z.boolean().describe(FALLS_DESCRIPTION);
const fallsInputFields = { falls: falls.default(false) };

const listOrFilter = {
	tab: tab.optional(),
	strategy: strategy.optional(),
	filter_id: z
		.int()
		.min(1)
		.max(MAX_ROW_ID)
		.optional()
		.describe('A saved filter of yours whose list counts, instead of `tab` and `strategy`. The alert stops when the filter is deleted.'),
};

const valueConditions = [
	strictObject({ kind: z.literal('rate'), ...listFields, value: z.int().min(1).max(MAX_ALERT_RATE), ...fallsInputFields }),
	strictObject({ kind: z.literal('depth'), sector: sectorKey, timeframe: timeframeName, value: depth, ...fallsInputFields }),
	strictObject({
		kind: z.literal('volume'),
		timeframe: timeframeName,
		value: z.number().positive().max(MAX_ALERT_VOLUME),
		...fallsInputFields,
	}),
	strictObject({ kind: z.literal('mentions'), value: z.int().min(1).max(MAX_ALERT_MENTIONS), ...fallsInputFields }),
	strictObject({ kind: z.literal('mention_spike'), value: mentionSpike, ...fallsInputFields }),
	strictObject({ kind: z.literal('enters'), ...listOrFilter }),
	strictObject({ kind: z.literal('leaves'), ...listOrFilter }),
	strictObject({ kind: z.literal('filing') }),
] as const;

/** One of two points of a trend line, which is straight in trading time and continues after the second point. */
const pointInput = strictObject({ time: instant, price });
const trendPoint = z.object({ time: isoTime, price: z.number() });

const filterFields = {
	filter_id: z.int().nullable().describe('null: a list without a filter, or the filter was deleted.'),
	filter: z
		.string()
		.nullable()
		.describe('Name of the saved filter whose list counts.')
		.meta({ examples: ['Deep'] }),
};

const tickerAlert = z
	.object({
		id: z.int(),
		ticker_id: z.int().nullable().describe('null: a watchlist or all favourites.'),
		ticker: z.string().nullable(),
		watchlist_id: z.int().nullable().describe('null: not on a watchlist, or the watchlist was deleted.'),
		watchlist: z
			.string()
			.nullable()
			.describe('Name of the watchlist; null: one ticker or all favourites.')
			.meta({ examples: ['Big oil'] }),
		condition: z.discriminatedUnion('kind', [
			z.object({
				kind: z.literal('price'),
				level: z.number().describe('Price level in dollars, on the current share basis.'),
				side: z.enum(['above', 'below']).describe('Where the price was when the alert was set.'),
			}),
			z.object({
				kind: z.literal('trend'),
				from: trendPoint,
				to: trendPoint,
				side: z.enum(['above', 'below']).describe('Where the price was, seen from the line, when the alert was set.'),
				level: z.number().nullable().describe('Price of the line now; null where it has none.'),
			}),
			z.object({ kind: z.literal('rate'), ...listFields, value: z.int(), falls: falls.optional() }),
			z.object({ kind: z.literal('depth'), sector: sectorKey, timeframe: timeframeName, value: z.int(), falls: falls.optional() }),
			z.object({ kind: z.literal('volume'), timeframe: timeframeName, value: z.number(), falls: falls.optional() }),
			z.object({ kind: z.literal('mentions'), value: z.int(), falls: falls.optional() }),
			z.object({ kind: z.literal('mention_spike'), value: z.number(), falls: falls.optional() }),
			z.object({ kind: z.literal('enters'), ...listFields, ...filterFields }),
			z.object({ kind: z.literal('leaves'), ...listFields, ...filterFields }),
			z.object({ kind: z.literal('filing').describe('A new public filing.') }),
		]),
		repeat,
		cool_down: z.int().describe(COOL_DOWN_DESCRIPTION),
		expires: isoDate.nullable().describe(EXPIRES_DESCRIPTION),
		note: z
			.string()
			.describe(NOTE_DESCRIPTION)
			.meta({ examples: ['Sell half'] }),
		created: isoTime,
		fired: z.int().min(0).describe('How often it fired, over all tickers.'),
		last: z.object({ report: isoTime, ticker_id: z.int(), ticker: z.string() }).nullable(),
		state: z
			.enum(['waiting', 'over', 'stopped'])
			.describe("'over': it has fired and won't fire again, or it has expired; 'stopped': its watchlist or filter was deleted."),
		now: z
			.number()
			.nullable()
			.describe(
				'The value now: the price, the reading, or whether the ticker is in the list (1 or 0); of several tickers, the nearest reading; null where unknown.',
			),
		nearest: z.object({ ticker_id: z.int(), ticker: z.string() }).nullable().describe('Of several tickers, the one of `now`.'),
	})
	.meta({ id: 'TickerAlert' });

export const tickerAlertCalls = {
	alerts: {
		method: 'GET',
		path: '/api/alerts',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's alerts on tickers, newest first, with their last firing and the current value",
		answers: {
			200: z
				.object({ items: z.array(tickerAlert), allowed: z.int().min(0).describe('Limit of the licence.') })
				.meta({ id: 'TickerAlerts' }),
		},
		errors: [401, 403],
	},
	addAlert: {
		method: 'POST',
		path: '/api/alerts',
		access: 'licence',
		summary: 'Set an alert on a ticker, a watchlist or all favourites',
		description:
			'Alerts are evaluated at each report; prices also over the bars since the report before. A price level or trend line fires when the price reaches it from the side on which it is now. An alert that fired becomes a message and is delivered like filter alerts.',
		body: strictObject({
			ticker_id: z
				.int()
				.min(1)
				.max(MAX_ROW_ID)
				.transform(tickerId)
				.nullable()
				.describe('null: each ticker of the watchlist, or each favourite.'),
			watchlist_id: z
				.int()
				.min(1)
				.max(MAX_ROW_ID)
				.nullable()
				.default(null)
				.describe('Each ticker that this watchlist of yours has at the time of a report. The alert stops when the watchlist is deleted.'),
			condition: z.discriminatedUnion('kind', [
				strictObject({ kind: z.literal('price'), level: price }),
				strictObject({
					kind: z.literal('trend'),
					from: pointInput.describe('The earlier point of a line that is straight in trading time.'),
					to: pointInput.describe('The later point; the line goes on after it.'),
				}),
				...valueConditions,
			]),
			repeat: repeat.default('once'),
			cool_down: z.int().min(0).max(MAX_ALERT_COOL_DOWN).default(60).describe(COOL_DOWN_DESCRIPTION),
			expires: calendarDate.nullable().default(null).describe(`${EXPIRES_DESCRIPTION} Default: it doesn't expire.`),
			note: singleLine(MAX_NOTE_LENGTH)
				.default('')
				.describe(NOTE_DESCRIPTION)
				.meta({ examples: ['Sell half'] }),
			replaces: z
				.int()
				.min(1)
				.max(MAX_ROW_ID)
				.nullable()
				.default(null)
				.describe('An alert of yours that is deleted for this one, also where the licence allows no more.'),
		}),
		answers: { 201: tickerAlert },
		errors: [400, 401, 403, 404],
	},
	deleteAlert: {
		method: 'DELETE',
		path: '/api/alerts/{id}',
		access: 'licence',
		summary: 'Delete an alert; its messages stay',
		params: strictObject({ id: integer(1, MAX_ROW_ID) }),
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
