import type { Message } from '@sw/domain/inbox/message';
import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { presentMessageHead } from '../present-message.ts';
import { alertMail } from './alert-mail.ts';
import { deliveryContentOf, titleOf } from './delivery-content.ts';
import { pushPayload } from './push-payload.ts';
import { webhookBody } from './webhook-body.ts';

const ORIGIN = { origin: 'https://a.test', label: null };

/** Three entered, one of which cools down; two left. */
function message(reported: readonly number[] | null): Message {
	return {
		id: 7,
		kind: 'filter',
		subject: 'Deep',
		createdAt: utcMs(0),
		readAt: null,
		written: null,
		notice: {
			filterId: 12,
			report: { time: utcMs(Date.UTC(2026, 5, 30, 15, 45)), version: 1 },
			since: { time: utcMs(Date.UTC(2026, 5, 30, 15, 30)), version: 1 },
			tab: 'free',
			strategy: 'second',
			operation: 'long',
			entries: [],
			entered: [1, 2, 3],
			left: [4, 5],
			sent: reported,
			before: 4,
			matches: 5,
			of: 9,
		},
	};
}

function symbolOf(id: number): string {
	return 'ZABCDE'[id] as string;
}

describe('the numbers of an alert', () => {
	it('are the same in the inbox and wherever the alert is sent, also while a ticker cools down', () => {
		for (const sent of [null, [1, 2]]) {
			const reported = deliveryContentOf(message(sent), symbolOf);
			const inbox = presentMessageHead(message(sent), () => true);
			const mail = alertMail({ id: 'x', to: 'u@a.test', token: 't' }, [reported], ORIGIN);
			const hook = JSON.parse(webhookBody('notices', { id: 'x', createdAt: 0 }, [reported], ORIGIN)).data.messages[0];
			expect([inbox.summary, inbox.entered, inbox.left]).toEqual(['3 entered, 2 left', 3, 2]);
			expect(titleOf(reported)).toBe(`Deep: ${inbox.summary}`);
			expect(mail.subject).toBe(`Deep: ${inbox.summary}`);
			expect(pushPayload('x', [reported], null).title).toBe(`Deep: ${inbox.summary}`);
			expect([hook.entered_count, hook.left_count]).toEqual([inbox.entered, inbox.left]);
		}
	});

	it('are of tickers that are all named: what cools down apart from what is new', () => {
		const reported = deliveryContentOf(message([1, 3]), symbolOf);
		const { text } = alertMail({ id: 'x', to: 'u@a.test', token: 't' }, [reported], ORIGIN);
		expect(text).toMatch(/Entered: A, C\s+Entered again: B\s+Left: D, E/);
		const hook = JSON.parse(webhookBody('notices', { id: 'x', createdAt: 0 }, [reported], ORIGIN)).data.messages[0];
		expect([hook.entered, hook.entered_again, hook.left]).toEqual([['A', 'C'], ['B'], ['D', 'E']]);
		expect(alertMail({ id: 'x', to: 'u@a.test', token: 't' }, [deliveryContentOf(message(null), symbolOf)], ORIGIN).text).not.toContain(
			'again',
		);
	});
});
