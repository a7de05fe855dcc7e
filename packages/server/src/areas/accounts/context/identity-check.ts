import type { User } from '@sw/domain/access/user';
import { Problem } from '../../../platform/errors.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { Context } from './context.ts';

/** Re-authentication: a stolen session alone must not suffice where the account has a password. */
export function createIdentityCheck({ records, hasher, limits }: Pick<Context, 'records' | 'hasher' | 'limits'>) {
	/** 403 before the address is confirmed. */
	const active = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		if (user.status !== 'active') throw new Problem('denied', { detail: 'Confirm your address first' });
		return user;
	};
	return {
		active,
		/** 422 for a wrong or missing password. */
		owner: async (userId: string, password: string | undefined): Promise<User> => {
			const user = await active(userId);
			if (user.passwordHash === null) return user;
			await limits.count('password account', user.id);
			if (password === undefined || !(await hasher.matches(user.passwordHash, password)))
				throw unprocessable('password', 'The current password is wrong');
			await limits.forget('password account', user.id);
			return user;
		},
	};
}
