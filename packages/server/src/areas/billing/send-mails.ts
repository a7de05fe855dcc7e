import { createHash } from 'node:crypto';
import type { BillingMail } from '@sw/domain/billing/mail';
import { HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import type { Mail } from '../../outside/mail/mail.ts';
import type { BillingParts } from './ports.ts';

/** Mails taken and sent one after another. */
const BATCH = 20;
/** Time for which other processes leave a taken mail alone; after a crash another one sends it then. */
const UNDER_WAY = 2 * MINUTE;
/** A mail is given up after this many attempts: more than two days. */
const TRIES = 60;
const LONGEST_PAUSE = HOUR;

/** A queued mail; its message ID is the same for every attempt. */
export function enqueued(key: string, { to, subject, text, html }: Mail, origin: string): BillingMail {
	return {
		to,
		subject,
		text,
		html,
		messageId: `${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${new URL(origin).hostname}`,
	};
}

/**
 * Sends the mails queued by billing transactions, at least once: after a crash between sending and recording it, a mail is sent again with the same
 * message ID, so that mail clients show one.
 */
export function createMailSender({ records, clock, post, onError }: Pick<BillingParts, 'records' | 'clock' | 'post' | 'onError'>) {
	const sendOne = async ({ key, mail, attempts }: { key: string; mail: BillingMail; attempts: number }): Promise<void> => {
		try {
			await post.deliver(mail);
			await records.markMailSent(key);
		} catch (error) {
			const pause = Math.min(MINUTE * 2 ** Math.min(attempts, 10), LONGEST_PAUSE);
			if (attempts >= TRIES) await records.markMailSent(key);
			else await records.postponeMail(key, utcMs(clock.now() + pause));
			onError(attempts >= TRIES ? 'gave up sending a billing mail' : 'failed to send a billing mail', error);
		}
	};
	const send = async (): Promise<void> => {
		for (;;) {
			const now = clock.now();
			const waiting = await records.claimMails(now, utcMs(now + UNDER_WAY), BATCH);
			for (const mail of waiting) await sendOne(mail);
			if (waiting.length < BATCH) return;
		}
	};
	let [isSending, isRequested] = [false, false];
	const sendAll = async (): Promise<void> => {
		try {
			while (isRequested) {
				isRequested = false;
				await send();
			}
		} finally {
			isSending = false;
		}
	};
	return {
		/** Starts sending in the background; a process sends one mail after another. */
		soon: (): void => {
			isRequested = true;
			if (isSending) return;
			isSending = true;
			post.later('send billing mails', sendAll);
		},
	};
}

export type MailSender = ReturnType<typeof createMailSender>;
