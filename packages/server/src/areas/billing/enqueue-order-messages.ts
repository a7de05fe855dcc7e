import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { type MailContent, renderMail } from '../../outside/mail/mail-layout.ts';
import type { BillingMails } from './mails.ts';
import type { BillingRecords } from './ports.ts';

/** A message to an account about its orders, sent once per key. */
export interface OrderMessage {
	readonly user: Pick<User, 'id' | 'email'>;
	readonly key: string;
	readonly mail: MailContent;
}

interface MailParts {
	tx: Pick<BillingRecords, 'enqueueMails' | 'sendMessages'>;
	mails: Pick<BillingMails, 'enqueued'>;
	now: UtcMs;
}

/** Queues messages to accounts about their orders, within the transaction: as mails to be sent, and in their inboxes. */
export async function enqueueOrderMessages({ tx, mails, now }: MailParts, messages: readonly OrderMessage[]): Promise<void> {
	const enqueued = messages.map(({ user, key, mail }) => ({ key, mail: mails.enqueued(key, renderMail(user.email, mail)) }));
	const firsts = await tx.enqueueMails(enqueued, now);
	const reported = messages
		.filter(({ key }) => firsts.has(key))
		.map(({ user, key, mail: { subject, before, after, button } }) => {
			const link = button ? new URL(button.url).pathname : null;
			return { userId: user.id, message: { kind: 'order' as const, subject, text: [...before, ...after].join('\n\n'), link, key } };
		});
	await tx.sendMessages(reported, now);
}
