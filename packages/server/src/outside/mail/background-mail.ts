import { setTimeout as delay } from 'node:timers/promises';
import type { Mail, Mailer } from './mail.ts';

/** Work that runs after the response was sent, so that response times reveal nothing about it. */
export interface BackgroundMail {
	/** Never waits and never throws. */
	send(mail: Mail): void;
	/** One attempt that the caller waits for; rejects if the mail was not accepted. */
	deliver(mail: Mail): Promise<void>;
	/** Any other deferred work; failures are logged. */
	later(name: string, work: () => Promise<void>): void;
	/** Number of mails that failed at least once and are being retried. */
	waiting(): number;
	/** Resolves when no work is in progress. */
	drain(): Promise<void>;
}

interface Log {
	error(details: object, message: string): void;
}

const TRIES = 3;
const PAUSE_MS = 2_000;

export function createBackgroundMail(mailer: Mailer, log: Log, pauseMs: number = PAUSE_MS): BackgroundMail {
	const running = new Set<Promise<void>>();
	let waiting = 0;
	const later = (name: string, work: () => Promise<void>): void => {
		// One turn of the event loop later: by then the response is being sent.
		const done = delay(0)
			.then(work)
			.catch((err: unknown) => log.error({ err }, `failed to ${name}`))
			.finally(() => running.delete(done));
		running.add(done);
	};
	const send = (mail: Mail): void =>
		later('send a mail', async () => {
			for (let tries = 1; ; tries++) {
				try {
					return await mailer.send(mail);
				} catch (error) {
					if (tries === TRIES) throw error;
					waiting++;
					await delay(pauseMs * tries).finally(() => waiting--);
				}
			}
		});
	return {
		send,
		deliver: (mail) => mailer.send(mail),
		later,
		waiting: () => waiting,
		drain: async () => {
			while (running.size > 0) await Promise.all(running);
		},
	};
}
