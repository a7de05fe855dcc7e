import { MAX_LEVEL_PRICE, MAX_LEVELS_PER_TICKER, TOO_MANY_LEVELS } from '@sw/domain/prices/level';
import { z } from 'zod';
import { instant, isoTime, strictObject, tickerIdParameter } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const price = z.number().positive().max(MAX_LEVEL_PRICE);
const point = strictObject({ time: instant, price });

const levelInput = z.discriminatedUnion('kind', [
	strictObject({ kind: z.literal('line'), price }),
	strictObject({ kind: z.literal('trend'), from: point.describe('The earlier point.'), to: point.describe('The later point.') }).check(
		({ value, issues }) => {
			if (value.from.time < value.to.time) return;
			issues.push({ code: 'custom', input: value.to, path: ['to'], message: 'A trend line needs two instants, the earlier one first.' });
		},
	),
]);

const storedPoint = z.object({ time: isoTime, price: z.number() });

const tickerLevels = z
	.object({
		ticker_id: z.int(),
		items: z
			.array(
				z.discriminatedUnion('kind', [
					z.object({ kind: z.literal('line'), price: z.number() }),
					z.object({
						kind: z.literal('trend'),
						from: storedPoint.describe('The earlier point.'),
						to: storedPoint.describe('The later point.'),
					}),
				]),
			)
			.describe('In the order of drawing.'),
		allowed: z.int().min(0).describe('Limit for one ticker.'),
	})
	.meta({ id: 'TickerLevels' });

const idParams = strictObject({ id: tickerIdParameter });

/** Price levels and trend lines that users draw on price charts. */
export const levelCalls = {
	levels: {
		method: 'GET',
		path: '/api/user-settings/levels/{id}',
		access: 'user',
		scope: 'account:read',
		summary: "Get the levels that the caller has drawn on a ticker's price chart",
		params: idParams,
		answers: { 200: tickerLevels },
		errors: [400, 401, 403, 404],
	},
	saveLevels: {
		method: 'PUT',
		path: '/api/user-settings/levels/{id}',
		access: 'user',
		summary: "Replace the levels on a ticker's price chart; an empty list removes all",
		params: idParams,
		body: strictObject({ items: z.array(levelInput).max(MAX_LEVELS_PER_TICKER, TOO_MANY_LEVELS) }),
		answers: { 200: tickerLevels },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
