import { setTimeout as delay } from 'node:timers/promises';
import type { Mail, Mailer } from './mail.ts';

/** Work that is done after the answer went out, so that no answer's time tells what it was. */
export interface Post {
	/** Never waits and never throws. */
	send(mail: Mail): void;
	/** One try, which is waited for; it rejects where the mail was not taken. */
	deliver(mail: Mail): Promise<void>;
	/** Any other work of that kind; failures are logged. */
	later(name: string, work: () => Promise<void>): void;
	/** Mails that were tried once, in vain, and are tried again. */
	waiting(): number;
	/** Resolves when nothing is under way. */
	drain(): Promise<void>;
}

interface Log {
	error(details: object, message: string): void;
}

const TRIES = 3;
const PAUSE_MS = 2_000;

export const createPost = (mailer: Mailer, log: Log, pauseMs: number = PAUSE_MS): Post => {
	const running = new Set<Promise<void>>();
	let waiting = 0;
	const later = (name: string, work: () => Promise<void>): void => {
		// A turn of the loop later: the answer's bytes are on their way by then.
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
};
