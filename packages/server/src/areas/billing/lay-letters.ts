import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { type Letter, written } from '../../outside/mail/mail-layout.ts';
import type { BillingMails } from './mails.ts';
import type { BillingRecords } from './ports.ts';

/** A message to an account about its orders, sent once per key. */
export interface LetterTo {
	readonly user: Pick<User, 'id' | 'email'>;
	readonly key: string;
	readonly letter: Letter;
}

interface Told {
	tx: Pick<BillingRecords, 'layMails' | 'tellMessages'>;
	mails: Pick<BillingMails, 'laid'>;
	now: UtcMs;
}

/** Queues messages to accounts about their orders, within the transaction: as mails to be sent, and in their inboxes. */
export const layLetters = async ({ tx, mails, now }: Told, letters: readonly LetterTo[]): Promise<void> => {
	const laid = letters.map(({ user, key, letter }) => ({ key, mail: mails.laid(key, written(user.email, letter)) }));
	const firsts = await tx.layMails(laid, now);
	const told = letters
		.filter(({ key }) => firsts.has(key))
		.map(({ user, key, letter: { subject, before, after, button } }) => {
			const link = button ? new URL(button.url).pathname : null;
			return { userId: user.id, message: { kind: 'order' as const, subject, text: [...before, ...after].join('\n\n'), link, key } };
		});
	await tx.tellMessages(told, now);
};
