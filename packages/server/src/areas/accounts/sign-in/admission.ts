import { isDomainAllowed, otherDomains, SIGN_UP_REFUSED } from '@sw/domain/access/sign-up';
import { malformed, Problem } from '../../../platform/errors.ts';
import type { Context } from '../context/context.ts';

type Parts = Pick<Context, 'signUpRules'>;

/** Who may create an account, or move one to another address, as administrators have set. */
export function createAdmission({ signUpRules }: Parts) {
	/** 400 for an address at another mail domain. */
	const refuseDomain = async (email: string): Promise<void> => {
		const { domains } = await signUpRules();
		if (!isDomainAllowed(email, domains)) throw malformed('email', otherDomains(domains));
	};
	return {
		refuseDomain,
		/** 403 for anyone without an invitation, unless sign-up is open. */
		refuseStrangers: async (email: string): Promise<void> => {
			const { mode } = await signUpRules();
			if (mode !== 'open') throw new Problem('denied', { detail: SIGN_UP_REFUSED[mode] });
			await refuseDomain(email);
		},
		/** 403 while sign-up is closed. */
		refuseClosed: async (): Promise<void> => {
			if ((await signUpRules()).mode === 'closed') throw new Problem('denied', { detail: SIGN_UP_REFUSED.closed });
		},
	};
}
