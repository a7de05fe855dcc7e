import { z } from 'zod';
import { isoDate, isoTime, tab, timeframeName } from './common.ts';
import { listType } from './list-schemas.ts';

/** Schemas of a ticker's place in a list and of the filters that match it. */

export const MAX_PLACE = 999_999;

const neighbour = z.object({
	place: z.int().min(1).describe('From 1.'),
	ticker_id: z.int(),
	ticker: z.string(),
});

export const tickerPlace = z
	.object({
		ticker_id: z.int(),
		time: isoTime.nullable().describe('The report; null before the first.'),
		tab_type: tab,
		filter: z.int().nullable(),
		list_type: listType,
		total_count: z.int().min(0).describe('Tickers in the list.'),
		place: z.int().min(1).nullable().describe('From 1; null: it is not in the list.'),
		listed: z.boolean().describe('Whether it matches the tab and the filter, regardless of other restrictions.'),
		frozen: z.boolean().describe('Whether it is frozen in this list now.'),
		left: isoTime
			.nullable()
			.describe('For a ticker that does not match: the report with which it left, if it was in the list within the last ten sessions.'),
		previous: neighbour.nullable().describe('Null for the first ticker of the list, as `next` is for the last.'),
		next: neighbour.nullable(),
	})
	.meta({ id: 'TickerPlace' });

export const tickerFilters = z
	.object({
		ticker_id: z.int(),
		time: isoTime.nullable().describe('The report; null before the first.'),
		sessions: z
			.array(z.object({ date: isoDate, reports: z.int().min(0) }))
			.describe(
				"The sessions up to the report's, oldest first, each with the number of reports that have the ticker and that the caller may open.",
			),
		locked: z.int().min(0).describe('Reports of these sessions that the licence does not open; they are omitted here.'),
		items: z
			.array(
				z.object({
					id: z.int(),
					name: z.string(),
					is_branded: z.boolean().describe('Whether it is a built-in filter.'),
					tab,
					timeframes: z.array(timeframeName).describe('The three slot timeframes of its strategy.'),
					now: z.boolean().describe('Whether it matches the ticker in this report.'),
					matched: z.array(z.int().min(0)).describe('In how many reports of each session it matched.'),
				}),
			)
			.describe('Filters that match now, then those that matched most often.'),
	})
	.meta({ id: 'TickerFilters' });
