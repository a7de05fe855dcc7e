import { emailKey } from '@sw/domain/access/form-rules';
import type { UtcMs } from '@sw/domain/time/units';
import type { User } from './ports.ts';

/** An account before anybody gave it anything. */
export const newUser = (id: string, email: string, now: UtcMs): User => ({
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
});
