import { emailKey } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import type { Context, From } from '../context/context.ts';
import type { MadeLink } from '../parts/links.ts';
import { createAdmission } from './admission.ts';

type Parts = Pick<Context, 'records' | 'limits' | 'links' | 'mails' | 'post' | 'clock' | 'signUpRules'>;

/**
 * 400 for an address at a domain that can't sign up. Mails the link that changes the account's address to `email`; earlier links become void. If the address belongs to another account, only that
 * account's owner is notified: the response, and its time, are the same.
 */
export function createAddressChange({ records, limits, links, mails, post, clock, signUpRules }: Parts) {
	const { refuseDomain } = createAdmission({ signUpRules });
	return async (user: User, email: string, mail: 'confirm' | 'newAddress', from: From): Promise<MadeLink> => {
		await refuseDomain(email);
		await limits.count('address account', user.id);
		await limits.count('mail account', emailKey(email));
		await limits.count('mail address', from.address);
		const at = clock.now();
		await records.voidLinks(user.id, ['confirm'], at);
		const link = await links.make('confirm', { id: user.id, email }, { browser: from.browser });
		post.later('mail about a changed address', async () => {
			const owner = await records.userByEmail(emailKey(email));
			// An unconfirmed account does not count as the owner: the address goes to the user who opens the link.
			const isTaken = owner !== undefined && owner.id !== user.id && owner.status !== 'unconfirmed';
			const request = { at, address: from.address };
			post.send(isTaken ? mails.addressWanted(owner.email, request) : mails[mail](email, link, request));
		});
		return link;
	};
}
