import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { type Letter, written } from '../../outside/mail/mail-layout.ts';
import type { BillingMails } from './mails.ts';
import type { BillingRecords } from './ports.ts';

interface Told {
	tx: Pick<BillingRecords, 'layMail' | 'tellMessage'>;
	user: Pick<User, 'id' | 'email'>;
	mails: Pick<BillingMails, 'laid'>;
	now: UtcMs;
}

/** Tells an account something of its orders, once under the key and with the transaction: by a mail that is laid down to be sent, and in the inbox. */
export const layLetter = async ({ tx, user, mails, now }: Told, key: string, letter: Letter): Promise<void> => {
	if (!(await tx.layMail(key, mails.laid(key, written(user.email, letter)), now))) return;
	const { subject, before, after, button } = letter;
	const link = button ? new URL(button.url).pathname : null;
	await tx.tellMessage(user.id, { kind: 'order', subject, text: [...before, ...after].join('\n\n'), link, key }, now);
};
