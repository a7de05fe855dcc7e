import type { Message } from '@sw/domain/inbox/message';
import { tickerId, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { composeMail } from '../../../outside/mail/mail.ts';
import { presentMessageHead } from '../messages.ts';
import { createAlertMail } from './alert-mail.ts';
import { createAppMessage } from './app-message.ts';
import { createDeliveryContent, formatTitle, selectMessagesWithPicture } from './delivery-content.ts';
import { createPushPayload, createWebhookBody } from './payloads.ts';

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
	return 'ZABCDE'[id]!;
}

describe('the numbers of an alert', () => {
	it('are the same in the inbox and wherever the alert is sent, also while a ticker cools down', () => {
		for (const sent of [null, [1, 2]]) {
			const reported = createDeliveryContent(message(sent), symbolOf);
			const inbox = presentMessageHead(message(sent), () => true);
			const mail = createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, [reported], ORIGIN);
			const hook = JSON.parse(createWebhookBody('notices', { id: 'x', createdAt: 0 }, [reported], ORIGIN)).data.messages[0];
			expect([inbox.summary, inbox.entered, inbox.left]).toEqual(['3 entered, 2 left', 3, 2]);
			expect(formatTitle(reported)).toBe(`Deep: ${inbox.summary}`);
			expect(mail.subject).toBe(`Deep: ${inbox.summary}`);
			expect(createPushPayload('x', [reported], null).title).toBe(`Deep: ${inbox.summary}`);
			expect([hook.entered_count, hook.left_count]).toEqual([inbox.entered, inbox.left]);
		}
	});

	it('are of tickers that are all named: what cools down apart from what is new', () => {
		const reported = createDeliveryContent(message([1, 3]), symbolOf);
		const { text } = createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, [reported], ORIGIN);
		expect(text).toMatch(/Entered: A, C\s+Also entered: B\s+Left: D, E/);
		const hook = JSON.parse(createWebhookBody('notices', { id: 'x', createdAt: 0 }, [reported], ORIGIN)).data.messages[0];
		expect([hook.entered, hook.entered_again, hook.left]).toEqual([['A', 'C'], ['B'], ['D', 'E']]);
		expect(
			createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, [createDeliveryContent(message(null), symbolOf)], ORIGIN).text,
		).not.toContain('Also');
	});
});

describe('a fired alert', () => {
	const wheel = { tickerId: 1, time: utcMs(0), tab: 'free', strategy: 'first' };
	const link = '/ticker/1?report=2026-06-30T15:45:00Z';
	const fired = { ...message(null), kind: 'alert', notice: null, written: { text: 'Note', link, wheel } } as unknown as Message;
	const picture = Buffer.from('PNG');

	it('leads to the report in which it fired, and shows the wheel in mails and apps', async () => {
		const reported = createDeliveryContent(fired, symbolOf, undefined, picture);
		const mail = createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, [reported], ORIGIN);
		expect(mail.text).toContain(`https://a.test${link}`);
		expect(mail.html).toContain('<img src="cid:wheel-7@a.test"');
		expect(composeMail(mail).attachments).toEqual([
			{ filename: 'wheel-7.png', content: picture, contentType: 'image/png', cid: 'wheel-7@a.test', contentDisposition: 'inline' },
		]);
		expect(createAppMessage([reported], ORIGIN)).toMatchObject({ url: `https://a.test${link}`, picture });
		expect(createPushPayload('x', [reported], null).path).toBe(link);
	});

	it('names as many messages as its channel can, and how many more there are', () => {
		const several = (count: number) => Array.from({ length: count }, () => createDeliveryContent(fired, symbolOf));
		const title = formatTitle(createDeliveryContent(fired, symbolOf));
		const titles = (count: number) =>
			createAppMessage(several(count), ORIGIN)
				.body.split('\n')
				.filter((line) => line === title).length;
		expect([titles(2), titles(20), titles(23)]).toEqual([2, 20, 20]);
		expect(createAppMessage(several(20), ORIGIN).body).not.toContain('more message');
		const lastLine = (count: number) => createAppMessage(several(count), ORIGIN).body.split('\n').at(-1);
		expect([lastLine(21), lastLine(23)]).toEqual(['1 more message', '3 more messages']);
		const mail = (count: number) => createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, several(count), ORIGIN).text;
		expect(mail(51)).toContain('1 more message: https://a.test/messages');
		expect(mail(53)).toContain('3 more messages: https://a.test/messages');
		expect(mail(50)).not.toContain('more message');
		expect(createAppMessage(several(23), ORIGIN).url).toBe('https://a.test/messages');
	});

	it('has no picture among several in an app, and at most five in a mail', () => {
		const several = Array.from({ length: 7 }, (_, i) => createDeliveryContent({ ...fired, id: i + 1 }, symbolOf, undefined, picture));
		expect(createAppMessage(several, ORIGIN).picture).toBeUndefined();
		const { pictures, html } = createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, several, ORIGIN);
		expect([pictures?.length, html.match(/<img /g)?.length]).toEqual([5, 5]);
	});

	it('without a picture is its text', () => {
		const mail = createAlertMail({ id: 'x', to: 'u@a.test', token: 't' }, [createDeliveryContent(fired, symbolOf)], ORIGIN);
		expect([mail.html.includes('<img'), composeMail(mail).attachments]).toEqual([false, []]);
	});
});

describe('pictures of a delivery', () => {
	const wheel = { tickerId: tickerId(7), time: utcMs(0) as never, tab: 'extreme_rise', strategy: 'first' } as const;
	const written = (picture: boolean) => ({ written: { text: '', link: '/', ...(picture ? { wheel } : {}) } });
	const counts = (messages: ReturnType<typeof written>[]) =>
		(['mail', 'app', 'push', 'webhook'] as const).map((channel) => selectMessagesWithPicture(channel, messages).length);

	it('are drawn where they are shown', () => {
		expect(counts([written(true)])).toEqual([1, 1, 0, 0]);
		expect(counts([written(false)])).toEqual([0, 0, 0, 0]);
		expect(counts([written(true), written(true)])).toEqual([2, 0, 0, 0]);
		expect(counts([written(false), ...Array.from({ length: 7 }, () => written(true))])).toEqual([5, 0, 0, 0]);
	});
});
