import { emailKey } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';

/** Returns an account without password, licence or preferences. */
export function createUser(id: string, email: string, now: UtcMs): User {
	return {
		id,
		email,
		emailKey: emailKey(email),
		name: '',
		passwordHash: null,
		role: 'user',
		status: 'unconfirmed',
		license: null,
		licenseExpires: null,
		preferences: {},
		createdAt: now,
		confirmedAt: null,
		seenAt: null,
		secondFactorAt: null,
	};
}
