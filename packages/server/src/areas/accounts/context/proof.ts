import type { User } from '@sw/domain/access/user';
import { Problem } from '../../../platform/errors.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { Context } from './context.ts';

/** The caller shows once more that the account is its own: a stolen session alone does not, where there is a password. */
export const createProof = ({ records, hasher, limits }: Pick<Context, 'records' | 'hasher' | 'limits'>) => {
	/** 403 before the address is confirmed. */
	const active = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		if (user.status !== 'active') throw new Problem('denied', { detail: 'Confirm your address first' });
		return user;
	};
	return {
		active,
		/** 422 for a wrong password, or none. */
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
};
