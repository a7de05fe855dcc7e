import { emailKey } from '@sw/domain/access/form-rules';
import type { WaitListSignUp, WaitListSource } from '@sw/domain/outreach/wait-list';
import { notFound, Problem } from '../../platform/errors.ts';
import type { OutreachParts } from './ports.ts';

const NO_ENTRY = 'Sign-up not found';
const ON_LIST = 'This address is already on the list';

/** Wait-list sign-ups: one per address and source. */
export function createWaitList({ records, clock, limits }: Pick<OutreachParts, 'records' | 'clock' | 'limits'>) {
	return {
		join: async (email: string, source: WaitListSource, address: string): Promise<WaitListSignUp> => {
			await limits.entry(address);
			const entry = { email: emailKey(email), source, at: clock.now() };
			if (!(await records.addSignUp(entry))) throw new Problem('conflict', { errors: [{ field: 'email', message: ON_LIST }] });
			return entry;
		},

		one: async (email: string, source: WaitListSource): Promise<WaitListSignUp & { hasAccount: boolean }> => {
			const entry = await records.signUpById(emailKey(email), source);
			if (!entry) throw notFound(NO_ENTRY);
			return { ...entry, hasAccount: (await records.userByEmail(entry.email)) !== undefined };
		},

		/** Resolves to the removed address. */
		remove: async (email: string, source: WaitListSource): Promise<string> => {
			const key = emailKey(email);
			if (!(await records.removeSignUp(key, source))) throw notFound(NO_ENTRY);
			return key;
		},
	};
}
