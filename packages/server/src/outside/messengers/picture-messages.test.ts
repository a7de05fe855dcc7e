import type { MessageService } from '@sw/domain/inbox/message-channel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createHttpsPoster } from '../https/https-poster.ts';
import { createLoopbackAgent } from '../https/testing/loopback-agent.ts';
import { type Receiver, startReceiver } from '../https/testing/receiver.ts';
import { createMessengers, type Messengers } from './messengers.ts';
import { ADDRESSES, BOT_TOKEN, createMessageServices, type MessageServices } from './testing/message-services.ts';

const PICTURE = Buffer.from('a picture of a wheel');
const PICTURE_URL = 'https://example.com/wheels/abc.png';
const TEXT = { title: 'Café rose to 5', body: 'Note\nReport of 06/30/2026.', url: 'https://example.com/ticker/7', picture: PICTURE };

let receiver: Receiver;
let services: MessageServices;
let messengers: Messengers;
beforeAll(async () => {
	receiver = await startReceiver();
	const post = createHttpsPoster({ agent: createLoopbackAgent(receiver.port), wall: createFakeWallClock() });
	messengers = createMessengers({ post, userAgent: 'Signalwheel/1', telegramToken: BOT_TOKEN });
});
beforeEach(() => {
	services = createMessageServices();
	receiver.respond = services.respond;
});
afterAll(() => receiver?.[Symbol.asyncDispose]());

function addressOf(service: MessageService) {
	return service === 'telegram' ? { service, address: '1001', token: null } : { service, address: ADDRESSES[service], token: 'AppToken' };
}

describe('a message with a picture', () => {
	it.each(['ntfy', 'telegram', 'discord'] as const)('on %s shows it with the whole text', async (service) => {
		expect(await messengers.send(addressOf(service), TEXT)).toMatchObject({ kind: 'delivered' });
		const [shown] = services.shown;
		expect(shown?.picture).toBe(PICTURE.length);
		for (const part of ['Café rose to 5', 'Note\nReport of 06/30/2026', TEXT.url])
			expect([shown?.title, shown?.text, shown?.click].join('\n').replaceAll('\\', '')).toContain(part);
	});

	it.each(['ntfy', 'telegram', 'discord'] as const)('on %s that refuses pictures shows the text alone', async (service) => {
		services.refusals[service] = 'no pictures';
		expect(await messengers.send(addressOf(service), TEXT)).toMatchObject({ kind: 'delivered' });
		expect([services.requestCounts[service], services.shown.length, services.shown[0]?.picture]).toEqual([2, 1, undefined]);
	});

	it.each(['ntfy', 'telegram', 'discord'] as const)(
		'on %s is tried once where the service is limited or has revoked the address',
		async (service) => {
			for (const refusal of ['limited', 'revoked'] as const) {
				services.refusals[service] = refusal;
				expect((await messengers.send(addressOf(service), TEXT)).kind).toBe(refusal === 'limited' ? 'later' : 'refused');
			}
			expect(services.requestCounts[service]).toBe(2);
		},
	);

	it.each(['gotify', 'slack'] as const)('on %s without a public address is its text', async (service) => {
		expect(await messengers.send(addressOf(service), TEXT)).toMatchObject({ kind: 'delivered' });
		expect([services.requestCounts[service], services.shown[0]?.pictureUrl]).toEqual([1, undefined]);
	});

	it.each(['gotify', 'slack'] as const)('on %s names the address of the picture beside the whole text', async (service) => {
		expect(await messengers.send(addressOf(service), { ...TEXT, pictureUrl: PICTURE_URL })).toMatchObject({ kind: 'delivered' });
		const [shown] = services.shown;
		expect([services.requestCounts[service], shown?.pictureUrl]).toEqual([1, PICTURE_URL]);
		for (const part of ['Café rose to 5', 'Note\nReport of 06/30/2026', TEXT.url])
			expect([shown?.title, shown?.text, shown?.click].join('\n')).toContain(part);
	});

	it("on Slack is its text where Slack can't load the picture, or where the text is too long for a block", async () => {
		services.refusals.slack = 'no pictures';
		expect(await messengers.send(addressOf('slack'), { ...TEXT, pictureUrl: PICTURE_URL })).toMatchObject({ kind: 'delivered' });
		expect([services.requestCounts.slack, services.shown[0]?.pictureUrl]).toEqual([2, undefined]);
		delete services.refusals.slack;
		const long = { ...TEXT, body: 'x'.repeat(3_200), pictureUrl: PICTURE_URL };
		expect(await messengers.send(addressOf('slack'), long)).toMatchObject({ kind: 'delivered' });
		expect([services.requestCounts.slack, services.shown[1]?.pictureUrl, services.shown[1]?.text.includes(long.body)]).toEqual([
			3,
			undefined,
			true,
		]);
	});

	it('too long for a caption of Telegram is its text', async () => {
		expect(await messengers.send(addressOf('telegram'), { ...TEXT, body: 'x'.repeat(1_100) })).toMatchObject({ kind: 'delivered' });
		expect(services.shown[0]?.picture).toBeUndefined();
	});
});
