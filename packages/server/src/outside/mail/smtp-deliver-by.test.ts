import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from './mail.ts';
import { renderMail } from './mail-layout.ts';
import { createSmtpMailer, deliverBySmtp } from './smtp.ts';
import { type FakeMailServer, startFakeMailServer } from './testing/fake-mail-server.ts';

const MAIL: Mail = {
	...renderMail('ann@example.test', {
		subject: 'Two lists have changed',
		before: ['Two of your filters'],
		sections: [
			{ title: 'Breakouts <1>', url: 'https://site.example.test/messages/7', lines: ['Entered: AAA, BBB', 'Left: CCC'] },
			{ title: 'Reversals', url: 'https://site.example.test/messages/8', lines: ['Entered: DDD'] },
		],
		after: ['Why you get this'],
		links: [{ label: 'Stop these mails', url: 'https://site.example.test/unsubscribe/abc' }],
	}),
	messageId: 'an-id@site.example.test',
	headers: { 'List-Unsubscribe': '<https://site.example.test/unsubscribe/abc>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};

describe('a mail that is handed over', () => {
	const answers: Record<string, string> = {};
	let server: FakeMailServer;
	let mailer: Mailer;
	beforeAll(async () => {
		server = await startFakeMailServer({ negativeReplies: answers });
		mailer = createSmtpMailer(`smtp://127.0.0.1:${server.port}`, 'Us <us@example.test>');
	});
	beforeEach(() => {
		for (const verb of Object.keys(answers)) delete answers[verb];
	});
	afterAll(async () => {
		mailer.close();
		await server.close();
	});

	it('is accepted with its id and its unsubscribe link, and lists all its alerts', async () => {
		expect(await deliverBySmtp(mailer, MAIL)).toEqual({ kind: 'delivered' });
		const taken = server.acceptedMails.at(-1) ?? '';
		expect(taken).toMatch(/^Message-ID: <an-id@site\.example\.test>$/m);
		expect(taken).toMatch(/^List-Unsubscribe: <https:\/\/site\.example\.test\/unsubscribe\/abc>$/m);
		expect(taken).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
		expect(MAIL.text).toContain('Breakouts <1>\nEntered: AAA, BBB\nLeft: CCC\nhttps://site.example.test/messages/7\n\nReversals');
		expect(MAIL.html).toContain('>Breakouts &lt;1&gt;</a><br>Entered: AAA, BBB<br>Left: CCC</p>');
		expect(MAIL.html).toContain('<a href="https://site.example.test/unsubscribe/abc"');
	});

	it.each([
		['RCPT', '550 no such user', { kind: 'refused', why: 'The mail server rejected the recipient (550).' }],
		['RCPT', '451 come back later', { kind: 'later', why: 'The mail server rejected the recipient temporarily (451).' }],
		['.', '554 spam', { kind: 'refused', why: 'The mail server rejected the mail (554).' }],
		['.', '452 disk full', { kind: 'later', why: 'The mail server rejected the mail temporarily (452).' }],
		['MAIL', '550 you may not', { kind: 'later', why: "The mail server doesn't allow this service to send (550).", away: true }],
		['MAIL', '421 too many', { kind: 'later', away: true }],
	])('that is answered to %s by %s', async (verb, line, outcome) => {
		answers[verb] = line;
		const before = server.acceptedMails.length;
		expect(await deliverBySmtp(mailer, MAIL)).toMatchObject(outcome);
		expect(server.acceptedMails).toHaveLength(before);
	});

	it('waits where the server wants a password that is not given, or is away', async () => {
		const closed = createSmtpMailer('smtp://127.0.0.1:1', 'us@example.test');
		expect(await deliverBySmtp(closed, MAIL)).toEqual({ kind: 'later', why: 'The mail server is unavailable.', away: true });
		closed.close();
	});
});
