import {
	ALERT_REPEATS,
	HIGHEST_LEVEL,
	HIGHEST_MENTIONS,
	HIGHEST_RATE,
	HIGHEST_VOLUME,
	LONGEST_ALERT_COOL_DOWN,
	LONGEST_NOTE,
} from '@sw/domain/alerts/ticker-alert';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import { z } from 'zod';
import { line, noBody } from '../accounts/schemas.ts';
import { calendarDate, integer, isoDate, isoTime, sectorKey, strictObject, tab, tickerIdParameter, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const strategy = z.enum(STRATEGIES.map(({ name }) => name) as [StrategyName, ...StrategyName[]]);
const list = { tab, strategy };
const price = z.number().positive().max(HIGHEST_LEVEL);
const depth = z.int().min(1).max(5);

const readings = [
	strictObject({ kind: z.literal('rate'), ...list, value: z.int().min(1).max(HIGHEST_RATE) }),
	strictObject({ kind: z.literal('depth'), sector: sectorKey, timeframe: timeframeName, value: depth }),
	strictObject({ kind: z.literal('volume'), timeframe: timeframeName, value: z.number().positive().max(HIGHEST_VOLUME) }),
	strictObject({ kind: z.literal('mentions'), value: z.int().min(1).max(HIGHEST_MENTIONS) }),
	strictObject({ kind: z.literal('enters'), ...list }),
	strictObject({ kind: z.literal('leaves'), ...list }),
] as const;

const tickerAlert = z
	.object({
		id: z.int(),
		/** null: all favourites. */
		ticker_id: z.int().nullable(),
		ticker: z.string().nullable(),
		condition: z.discriminatedUnion('kind', [
			/** The level is on the current share basis. */
			z.object({ kind: z.literal('price'), level: z.number(), side: z.enum(['above', 'below']) }),
			z.object({ kind: z.literal('rate'), ...list, value: z.int() }),
			z.object({ kind: z.literal('depth'), sector: sectorKey, timeframe: timeframeName, value: z.int() }),
			z.object({ kind: z.literal('volume'), timeframe: timeframeName, value: z.number() }),
			z.object({ kind: z.literal('mentions'), value: z.int() }),
			z.object({ kind: z.literal('enters'), ...list }),
			z.object({ kind: z.literal('leaves'), ...list }),
		]),
		repeat: z.enum(ALERT_REPEATS),
		/** Minutes of market time. */
		cool_down: z.int(),
		/** The last date on which it can fire. */
		expires: isoDate.nullable(),
		note: z.string(),
		created: isoTime,
		/** Over all tickers. */
		fired: z.int().min(0),
		last: z.object({ report: isoTime, ticker_id: z.int(), ticker: z.string() }).nullable(),
		/** 'over': it fired and won't again, or it has expired. */
		state: z.enum(['waiting', 'over']),
		/** The value now: the price, the reading, or whether the ticker is in the list (1 or 0); null where unknown, and for all favourites. */
		now: z.number().nullable(),
	})
	.meta({ id: 'TickerAlert' });

/** Alerts on tickers. */
export const tickerAlertCalls = {
	alerts: {
		method: 'GET',
		path: '/api/alerts',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's alerts on tickers, newest first, with their last firing and the current value",
		answers: {
			200: z.object({ items: z.array(tickerAlert), /** Limit of the licence. */ allowed: z.int().min(0) }).meta({ id: 'TickerAlerts' }),
		},
		errors: [401, 403],
	},
	addAlert: {
		method: 'POST',
		path: '/api/alerts',
		access: 'licence',
		summary: 'Set an alert on a ticker or on all favourites',
		description:
			'Alerts are evaluated at each report; prices also over the bars since the report before. A price level fires when the price reaches it from the side on which it is now. An alert that fired becomes a message and is delivered like filter alerts.',
		body: strictObject({
			/** null: each favourite. */
			ticker_id: tickerIdParameter.nullable(),
			condition: z.discriminatedUnion('kind', [strictObject({ kind: z.literal('price'), level: price }), ...readings]),
			repeat: z.enum(ALERT_REPEATS).default('once'),
			/** Minutes of market time, for `every`. */
			cool_down: z.int().min(0).max(LONGEST_ALERT_COOL_DOWN).default(60),
			/** The last date on which it can fire, in New York. Default: it doesn't expire. */
			expires: calendarDate.nullable().default(null),
			note: line(LONGEST_NOTE).default(''),
		}),
		answers: { 201: tickerAlert },
		errors: [400, 401, 403, 404],
	},
	deleteAlert: {
		method: 'DELETE',
		path: '/api/alerts/{id}',
		access: 'licence',
		summary: 'Delete an alert; its messages stay',
		params: strictObject({ id: integer(1, 2_147_483_647) }),
		body: noBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
