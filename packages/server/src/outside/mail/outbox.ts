import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoSeconds } from '@sw/domain/time/format';
import type { Transporter } from 'nodemailer';
import type { Clock } from '../../platform/clocks/wall-clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { composeMail, type Mail, type Mailer } from './mail.ts';

export interface OutboxMail extends Mail {
	id: string;
	time: string;
}

/** Stores mails as files, for installations without a mail server: `<id>.eml` for mail clients, `<id>.json` for the administrator's page. */
export interface Outbox extends Mailer {
	/** Lists mails, newest first. */
	list(skip: number, max: number): Promise<{ items: OutboxMail[]; total: number }>;
	read(id: string): Promise<OutboxMail | undefined>;
}

const MAX_MAILS = 500;
const FILE_NAME = /^(\d{13}-\d{6}-[0-9a-f]{12})\.json$/;

export function openOutbox(folder: string, from: string, clock: Clock, randomSource: RandomSource): Outbox {
	/** Loaded with the first mail, so that a start need not wait for the library. */
	let composer: Promise<Transporter> | undefined;
	const loadComposer = async (): Promise<Transporter> => {
		const { createTransport } = await import('nodemailer');
		return createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
	};
	/** Part of the id, which keeps mails of the same millisecond in order. */
	let sequence = 0;
	const listIds = async (): Promise<string[]> => {
		const names = await readdir(folder).catch(() => []);
		return names
			.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? [])
			.sort()
			.reverse();
	};
	const readMail = async (id: string): Promise<OutboxMail | undefined> => {
		const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => undefined);
		return text === undefined ? undefined : (JSON.parse(text) as OutboxMail);
	};
	/** Writes by renaming, so that readers never see half a file. */
	const write = async (name: string, content: string | Buffer): Promise<void> => {
		await writeFile(join(folder, `${name}.part`), content, { mode: 0o600 });
		await rename(join(folder, `${name}.part`), join(folder, name));
	};
	return {
		send: async (mail) => {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const now = clock.now();
			const id = `${String(now).padStart(13, '0')}-${String(sequence++ % 1_000_000).padStart(6, '0')}-${randomSource.bytes(6).toString('hex')}`;
			composer ??= loadComposer();
			const { message } = await (await composer).sendMail({ ...composeMail(mail), from, date: new Date(now) });
			await write(`${id}.eml`, message as Buffer);
			await write(`${id}.json`, JSON.stringify({ id, time: isoSeconds(now), ...mail } satisfies OutboxMail, null, '\t'));
			for (const oldId of (await listIds()).slice(MAX_MAILS)) {
				for (const extension of ['eml', 'json']) await rm(join(folder, `${oldId}.${extension}`), { force: true });
			}
		},
		close: () =>
			void composer?.then(
				(opened) => opened.close(),
				() => {},
			),
		list: async (skip, max) => {
			const allIds = await listIds();
			const mails = await Promise.all(allIds.slice(skip, skip + max).map(readMail));
			return { items: mails.filter((mail) => mail !== undefined), total: allIds.length };
		},
		read: async (id) => (FILE_NAME.test(`${id}.json`) ? readMail(id) : undefined),
	};
}
