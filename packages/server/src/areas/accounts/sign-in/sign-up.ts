import { emailKey } from '@sw/domain/access/form-rules';
import { domainRefusedMessage, isDomainAllowed, SIGN_UP_REFUSED_MESSAGES } from '@sw/domain/access/sign-up';
import type { User } from '@sw/domain/access/user';
import type { Language } from '@sw/domain/outreach/languages';
import type { UtcMs } from '@sw/domain/time/units';
import { malformed, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { createUser } from '../parts/new-user.ts';
import { refuseCommonPassword } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';

type Parts = Pick<
	Context,
	'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'randomSource' | 'signUpRules'
>;

export interface Registration {
	email: string;
	password: string;
	name: string;
	/** Language of the sign-up. Default: the site's own. */
	language?: Language | undefined;
	/** Page to open after the mail's link. */
	redirectTo?: string | undefined;
}

export const EMAIL_TAKEN = 'This address already has an account';

/**
 * Finds or adds the unconfirmed account of an address; 409 if it is confirmed. Repeated sign-ups don't change the account: each link has the password of one
 * sign-up, so a stranger who signs up with the same address gains no access.
 */
export function createUnconfirmedLookup(randomSource: Context['randomSource']) {
	return async (tx: AccountRecords, { email, name, language }: Registration, passwordHash: string, now: UtcMs): Promise<User> => {
		const newAccount = { ...createUser(randomSource.uuid(), email, now), name, passwordHash, preferences: language ? { language } : {} };
		const user = (await tx.addUser(newAccount)) ?? (await tx.userByEmail(emailKey(email)));
		if (user?.status !== 'unconfirmed') throw new Problem('conflict', { errors: [{ field: 'email', message: EMAIL_TAKEN }] });
		return user;
	};
}

export function createSignUp({ records, hasher, limits, links, mails, backgroundMail, clock, randomSource, signUpRules }: Parts) {
	const { requireOpenSignUp } = createAdmission({ signUpRules });
	const findOrAddUnconfirmed = createUnconfirmedLookup(randomSource);

	/** Signs up. 400 for a common password, 403 if sign-up isn't open, 409 for a confirmed or blocked address. */
	return async (registration: Registration, callOrigin: CallOrigin): Promise<{ email: string; expires: UtcMs }> => {
		const { email, password } = registration;
		await requireOpenSignUp(email);
		refuseCommonPassword('password', password, email);
		await limits.count('sign-up address', callOrigin.address);
		await limits.count('mail account', emailKey(email));
		const passwordHash = await hasher.hash(password);
		const link = await records.transaction(async (tx) => {
			const user = await findOrAddUnconfirmed(tx, registration, passwordHash, clock.now());
			return links.create('confirm', { id: user.id, email }, { passwordHash, browserHash: callOrigin.browser }, tx);
		});
		backgroundMail.send(mails.confirm(email, link, { at: clock.now(), address: callOrigin.address, redirectTo: registration.redirectTo }));
		return { email, expires: link.expires };
	};
}

type AdmissionParts = Pick<Context, 'signUpRules'>;

/** Checks who may create an account or move one to another address, by the rules that administrators have set. */
export function createAdmission({ signUpRules }: AdmissionParts) {
	/** 400 for an address at a mail domain that isn't allowed. */
	const requireAllowedDomain = async (email: string): Promise<void> => {
		const { domains } = await signUpRules();
		if (!isDomainAllowed(email, domains)) throw malformed('email', domainRefusedMessage(domains));
	};
	return {
		requireAllowedDomain,
		/** 403 for anyone without an invitation, unless sign-up is open. */
		requireOpenSignUp: async (email: string): Promise<void> => {
			const { mode } = await signUpRules();
			if (mode !== 'open') throw new Problem('denied', { detail: SIGN_UP_REFUSED_MESSAGES[mode] });
			await requireAllowedDomain(email);
		},
		/** 403 while sign-up is closed. */
		requireNotClosed: async (): Promise<void> => {
			if ((await signUpRules()).mode === 'closed') throw new Problem('denied', { detail: SIGN_UP_REFUSED_MESSAGES.closed });
		},
	};
}
