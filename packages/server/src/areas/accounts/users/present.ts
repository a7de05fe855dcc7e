/** Converts internal shapes to those of the API. */
import type { profile, session, user } from '@sw/contract/accounts/schemas';
import { licenceAt } from '@sw/domain/access/account';
import type { ApiKey } from '@sw/domain/access/api-key';
import type { Session } from '@sw/domain/access/session';
import type { Expiries } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { z } from 'zod';
import type { Profile } from './profile.ts';

export function presentExpiries({ access, refresh }: Expiries, now: UtcMs) {
	return {
		access_token_exp: isoSeconds(access),
		refresh_token_exp: isoSeconds(refresh),
		now: isoSeconds(now),
	};
}

export function presentUser(account: User, now: UtcMs): z.output<typeof user> {
	return {
		user_id: account.id,
		email: account.email,
		name: account.name,
		role: account.role,
		status: account.status,
		license: account.license,
		license_expires: isoOrNull(account.licenseExpires),
		license_in_force: licenceAt(account, now),
		created: isoSeconds(account.createdAt),
		confirmed: isoOrNull(account.confirmedAt),
		seen: isoOrNull(account.seenAt),
	};
}

function isoOrNull(ms: number | null): string | null {
	return ms === null ? null : isoSeconds(ms);
}

/** `currentSessionId`: id of the caller's own session. */
export function presentSession(stored: Session, currentSessionId: string): z.output<typeof session> {
	return {
		id: stored.id,
		current: stored.id === currentSessionId,
		created: isoSeconds(stored.createdAt),
		seen: isoSeconds(stored.rotatedAt),
		expires: isoSeconds(stored.refreshExpires),
		address: stored.address,
		agent: stored.agent,
	};
}

export function presentKey({ id, name, tail, scopes, createdAt, expiresAt, usedAt }: ApiKey) {
	return {
		id,
		name,
		tail,
		scopes: [...scopes],
		created: isoSeconds(createdAt),
		expires: isoSeconds(expiresAt),
		used: isoOrNull(usedAt),
	};
}

export function presentProfile(stored: Profile, now: UtcMs): z.output<typeof profile> {
	return {
		user_id: stored.user.id,
		email: stored.user.email,
		name: stored.user.name,
		role: stored.role,
		status: stored.user.status,
		created: isoSeconds(stored.user.createdAt),
		seen: isoOrNull(stored.user.seenAt),
		license: stored.licence,
		license_expires: stored.licence !== null && stored.licence === stored.user.license ? isoOrNull(stored.user.licenseExpires) : null,
		...stored.preferences,
		second_factor: stored.user.secondFactorAt !== null,
		must_enrol: stored.mustEnrol,
		has_password: stored.user.passwordHash !== null,
		identities: stored.identities.map(({ provider, email }) => ({ provider, email })),
		pending_email: stored.pendingEmail,
		...presentExpiries(stored.expiries, now),
	};
}
