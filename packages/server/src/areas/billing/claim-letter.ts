import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { Mail } from '../../outside/mail/mail.ts';
import { type Letter, written } from '../../outside/mail/mail-layout.ts';
import type { BillingRecords } from './ports.ts';

/** Tells an account something of its orders, once under the key: in the inbox with the transaction, and by the mail that is to be sent once that is through. */
export const claimLetter = async (
	tx: Pick<BillingRecords, 'claimMail' | 'tellMessage'>,
	user: Pick<User, 'id' | 'email'>,
	key: string,
	letter: Letter,
	now: UtcMs,
): Promise<Mail[]> => {
	if (!(await tx.claimMail(key, now))) return [];
	const { subject, before, after, button } = letter;
	const link = button ? new URL(button.url).pathname : null;
	await tx.tellMessage(user.id, { kind: 'order', subject, text: [...before, ...after].join('\n\n'), link, key }, now);
	return [written(user.email, letter)];
};
