import { expect, it, onTestFinished } from 'vitest';
import { startFakeMailServer } from './testing/fake-mail-server.ts';
import { isForbiddenServer, type MailServer, parseMailServer, tryMail } from './try-mail.ts';

const MAIL = { from: 'Us <us@example.test>', to: 'ann@example.test', subject: 'A trial', text: 'Text', html: '<p>Text</p>' };

async function opened(user?: string) {
	const server = await startFakeMailServer(user === undefined ? {} : { user });
	onTestFinished(server.close);
	return server;
}

function at(port: number, auth = ''): MailServer {
	return parseMailServer(`smtp://${auth}127.0.0.1:${port}`) as MailServer;
}

it.each([
	['smtp://mail.example.test', { host: 'mail.example.test', port: 587, secure: false }],
	['smtps://mail.example.test', { host: 'mail.example.test', port: 465, secure: true }],
	['smtp://ann:p%40ss@[::1]:2525', { host: '::1', port: 2525, secure: false, auth: { user: 'ann', pass: 'p@ss' } }],
	['https://mail.example.test', undefined],
	['smtp://', undefined],
	['smtp://mail.example.test/?proxy=http://10.0.0.1', undefined],
	['smtp://mail.example.test#x', undefined],
	['smtp://a%zz@mail.example.test', undefined],
	['mail.example.test:25', undefined],
])('reads %s', (url, server) => {
	expect(parseMailServer(url)).toEqual(server);
});

it.each([
	['169.254.169.254', true],
	['::ffff:169.254.169.254', true],
	['0.0.0.0', true],
	['::', true],
	['fe80::1', true],
	['fd00:ec2::254', true],
	['224.0.0.1', true],
	['255.255.255.255', true],
	['127.0.0.1', false],
	['10.1.2.3', false],
	['192.168.1.2', false],
	['fd12::1', false],
	['203.0.113.7', false],
])('of %s says whether it is never a mail server', (address, never) => {
	expect(isForbiddenServer(address)).toBe(never);
});

it('hands one mail over', async () => {
	const server = await opened();
	expect(await tryMail(at(server.port), MAIL)).toBeUndefined();
	expect(server.acceptedMails).toHaveLength(1);
	expect(server.acceptedMails[0]).toContain('To: ann@example.test');
});

it("gives a reason in its own words, with nothing from the server's response", async () => {
	const server = await opened('bob');
	expect(await tryMail(at(server.port, 'bob:secret@'), MAIL)).toBeUndefined();
	expect(await tryMail(at(server.port, 'ann:secret@'), MAIL)).toBe('The server rejected the user or password. Its response code was 535.');
	await server.close();
	expect(await tryMail(at(server.port), MAIL)).toBe("The server is unreachable or isn't a mail server.");
});

it('asks no address where clouds keep their keys', async () => {
	expect(await tryMail(parseMailServer('smtp://169.254.169.254:80') as MailServer, MAIL)).toMatch(/^This address can't be a mail server/);
});
