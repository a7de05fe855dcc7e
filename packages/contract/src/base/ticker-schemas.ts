import { z } from 'zod';
import { isoDate, isoTime, tab, timeframeName } from './common.ts';
import { listType } from './list-schemas.ts';

/** Schemas of requests and answers about one ticker among others. */

export const LARGEST_PLACE = 999_999;

const neighbour = z.object({
	/** From 1. */
	place: z.int().min(1),
	ticker_id: z.int(),
	ticker: z.string(),
});

export const tickerPlace = z
	.object({
		ticker_id: z.int(),
		/** The report; null before the first. */
		time: isoTime.nullable(),
		tab_type: tab,
		filter: z.int().nullable(),
		list_type: listType,
		/** Tickers in the list. */
		total_count: z.int().min(0),
		/** From 1; null: it is not in the list. */
		place: z.int().min(1).nullable(),
		/** Whether it matches the tab and the filter, regardless of other restrictions. */
		listed: z.boolean(),
		/** Whether it is frozen in this list now. */
		frozen: z.boolean(),
		/** For a ticker that does not match: the report with which it left, if it was in the list within the last ten sessions. */
		left: isoTime.nullable(),
		/** null before the first and after the last ticker. */
		previous: neighbour.nullable(),
		next: neighbour.nullable(),
	})
	.meta({ id: 'TickerPlace' });

export const tickerFilters = z
	.object({
		ticker_id: z.int(),
		/** The report; null before the first. */
		time: isoTime.nullable(),
		/** The sessions up to the report's, oldest first, each with the reports that have the ticker and that the caller may open. */
		sessions: z.array(z.object({ date: isoDate, reports: z.int().min(0) })),
		/** Reports of these sessions that the licence does not open; they are omitted here. */
		locked: z.int().min(0),
		/** Filters that match now, then those that matched most often. */
		items: z.array(
			z.object({
				id: z.int(),
				name: z.string(),
				/** Whether it is a built-in filter. */
				is_branded: z.boolean(),
				tab,
				/** The three slot timeframes of its strategy. */
				timeframes: z.array(timeframeName),
				/** Whether it matches the ticker in this report. */
				now: z.boolean(),
				/** In how many reports of each session it matched. */
				matched: z.array(z.int().min(0)),
			}),
		),
	})
	.meta({ id: 'TickerFilters' });
