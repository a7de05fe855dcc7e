import { filterDocument } from '@sw/contract/filters/filter-document';
import type { ReportTime } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import type { DeliveryContent } from './delivery-content.ts';
import { createWebhookBody } from './payloads.ts';

it('brings what the filter asked as the document that saves it', () => {
	const reported: DeliveryContent = {
		id: 7,
		kind: 'filter',
		subject: 'Deep',
		createdAt: 0,
		path: '/messages/7',
		text: null,
		alert: {
			filterId: 12,
			report: { time: Date.UTC(2026, 5, 30, 15, 45) as ReportTime, version: 1 },
			entered: ['AAA'],
			otherEntered: [],
			left: [],
			withFiling: [],
			withoutFiling: [],
			matches: 1,
			total: 5,
			question: { tab: 'free', strategy: 'second', operation: 'long', entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }] },
		},
	};
	const { data } = JSON.parse(
		createWebhookBody('notices', { id: 'x', createdAt: 0 }, [reported], { origin: 'https://a.test', label: null }),
	) as {
		data: { messages: { filter: number; filter_document: unknown }[] };
	};
	const [message] = data.messages;
	expect(message?.filter).toBe(12);
	expect(message?.filter_document).toEqual({
		version: 1,
		name: 'Deep',
		tab: 'free',
		timeframes: ['fifteen_minutes', 'one_hour', 'four_hours'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
		operation: 'long',
		comment: '',
	});
	expect(filterDocument.safeParse(message?.filter_document).error).toBeUndefined();
});
