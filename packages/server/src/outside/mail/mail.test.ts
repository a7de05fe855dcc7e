import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toClock } from '../../platform/clocks/wall-clock.ts';
import { systemRandomSource } from '../../platform/random-source.ts';
import { createBackgroundMail } from './background-mail.ts';
import type { Mail } from './mail.ts';
import { openOutbox } from './outbox.ts';

function mail(subject: string): Mail {
	return { to: 'ann@example.test', subject, text: 'Text é', html: '<p>HTML é</p>' };
}

const quiet = { error: () => {} };

function freshFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return folder;
}

it('lays mails into a private folder, newest first, for mail programs and for reading back', async () => {
	const folder = join(freshFolder(), 'outbox');
	const outbox = openOutbox(folder, 'Signalwheel <no-reply@localhost>', toClock({ now: () => Date.UTC(2026, 5, 30) }), systemRandomSource);
	expect(await outbox.list(0, 10)).toEqual({ items: [], total: 0 });
	for (const subject of ['first', 'second', 'third']) await outbox.send(mail(subject));
	const { items, total } = await outbox.list(0, 2);
	expect({ subjects: items.map((m) => m.subject), total }).toEqual({ subjects: ['third', 'second'], total: 3 });
	expect(await outbox.read(items[0]?.id ?? '')).toMatchObject({ to: 'ann@example.test', text: 'Text é', time: '2026-06-30T00:00:00Z' });
	for (const id of ['', '../x', `${items[0]?.id}.json`, '/etc/passwd']) expect(await outbox.read(id)).toBeUndefined();
	const eml = readFileSync(join(folder, `${items[0]?.id}.eml`), 'utf8');
	expect(eml).toContain('Subject: third');
	expect(eml).toContain('multipart/alternative');
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(readdirSync(folder).every((name) => (statSync(join(folder, name)).mode & 0o777) === 0o600)).toBe(true);
	outbox.close();
});

it('cannot be made to send to other recipients by its content', async () => {
	const folder = freshFolder();
	const outbox = openOutbox(folder, 'Signalwheel <no-reply@localhost>', toClock({ now: () => 0 }), systemRandomSource);
	await outbox.send({ ...mail('Hello\r\nBcc: evil@example.test'), to: 'ann@example.test' });
	const { items } = await outbox.list(0, 1);
	expect(readFileSync(join(folder, `${items[0]?.id}.eml`), 'utf8')).not.toMatch(/^Bcc:/m);
	outbox.close();
});

it('sends after the answer, tries three times and never throws', async () => {
	const sent: string[] = [];
	let failures = 2;
	const mailer = {
		send: async ({ subject }: Mail) => {
			if (failures-- > 0) throw new Error('busy');
			sent.push(subject);
		},
		close: () => {},
	};
	const post = createBackgroundMail(mailer, quiet, 0);
	post.send(mail('after two failures'));
	expect(sent).toEqual([]);
	await post.drain();
	expect(sent).toEqual(['after two failures']);
	failures = 3;
	post.send(mail('never'));
	post.defer('work', async () => {
		throw new Error('no recipient');
	});
	await post.drain();
	expect(sent).toHaveLength(1);
});
