import { setTimeout as delay } from 'node:timers/promises';
import type { Mail, Mailer } from './mail.ts';

/** Sends mail after the HTTP response, so that response times don't reveal whether a mail was sent. */
export interface BackgroundMail {
	/** Queues the mail with up to three attempts; never throws. */
	send(mail: Mail): void;
	/** Makes one attempt, in the foreground; rejects if the mail was not accepted. */
	deliver(mail: Mail): Promise<void>;
	/** Runs `work` after the response; failures are logged as "failed to <name>". */
	defer(name: string, work: () => Promise<void>): void;
	/** Returns the number of mails that failed at least once and are being retried. */
	retryCount(): number;
	/** Resolves when no work is in progress. */
	drain(): Promise<void>;
}

interface Log {
	error(details: object, message: string): void;
}

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 2_000;

export function createBackgroundMail(mailer: Mailer, log: Log, pauseMs: number = PAUSE_MS): BackgroundMail {
	const pendingTasks = new Set<Promise<void>>();
	let retryCount = 0;
	const runLater = (name: string, work: () => Promise<void>): void => {
		// Waits one turn of the event loop, so that the response is sent first.
		const task = delay(0)
			.then(work)
			.catch((err: unknown) => log.error({ err }, `failed to ${name}`))
			.finally(() => pendingTasks.delete(task));
		pendingTasks.add(task);
	};
	const send = (mail: Mail): void =>
		runLater('send a mail', async () => {
			for (let attempt = 1; ; attempt++) {
				try {
					return await mailer.send(mail);
				} catch (error) {
					if (attempt === MAX_ATTEMPTS) throw error;
					retryCount++;
					await delay(pauseMs * attempt).finally(() => retryCount--);
				}
			}
		});
	return {
		send,
		deliver: (mail) => mailer.send(mail),
		defer: runLater,
		retryCount: () => retryCount,
		drain: async () => {
			while (pendingTasks.size > 0) await Promise.all(pendingTasks);
		},
	};
}
