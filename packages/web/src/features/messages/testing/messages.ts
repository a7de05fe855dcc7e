import { createCard } from '../../../testing/cards.ts';
import type { AlertTicker, FilterAlert, Message, MessageHead, MessageList } from '../queries.ts';

/** Creates a filter alert at 11:45 ET. `overrides` replaces properties. */
export function messageHead(overrides: Partial<MessageHead> = {}): MessageHead {
	return {
		id: 41,
		kind: 'filter',
		subject: 'Loud rises',
		summary: '1 entered, 1 left',
		created: '2026-11-24T20:00:00Z',
		read: false,
		filter: 7,
		report: '2026-06-30T15:45:00Z',
		entered: 1,
		left: 1,
		...overrides,
	};
}

export function orderHead(overrides: Partial<MessageHead> = {}): MessageHead {
	return messageHead({
		id: 40,
		kind: 'order',
		subject: 'Order paid',
		summary: 'Pro, $932.61',
		filter: null,
		report: null,
		entered: 0,
		left: 0,
		...overrides,
	});
}

export function messageList(items: readonly MessageHead[], total = items.length): MessageList {
	return {
		items: [...items],
		total_count: total,
		unread_count: items.filter(({ read }) => !read).length,
	};
}

export function alertTicker(ticker: string, id: number, overrides: Partial<AlertTicker> = {}): AlertTicker {
	return {
		...createCard(ticker, id, { price_change: 0.0486 }),
		why: null,
		notified: true,
		...overrides,
	};
}

export function filterAlert(overrides: Partial<FilterAlert> = {}): FilterAlert {
	return {
		report: '2026-06-30T15:45:00Z',
		version: 1,
		since: '2026-06-30T15:30:00Z',
		open: true,
		tab_type: 'extreme_rise',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
		operation: 'short',
		filters: [{ sector: 'price_short', timeframe: 'one_hour', value: 3 }],
		groups: [],
		entered: [alertTicker('DELAR', 1)],
		left: [alertTicker('HELD', 2, { why: 'Rose 1h: down to depth 1' })],
		matches: 11,
		matched_before: 10,
		of: 9_874,
		...overrides,
	};
}

export function message(overrides: Partial<Message> = {}): Message {
	return {
		...messageHead(),
		text: null,
		link: null,
		wheel: null,
		notice: filterAlert(),
		...overrides,
	};
}
