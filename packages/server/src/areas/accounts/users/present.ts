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
export function presentSession(storedSession: Session, currentSessionId: string): z.output<typeof session> {
	return {
		id: storedSession.id,
		current: storedSession.id === currentSessionId,
		created: isoSeconds(storedSession.createdAt),
		seen: isoSeconds(storedSession.rotatedAt),
		expires: isoSeconds(storedSession.refreshExpires),
		address: storedSession.address,
		agent: storedSession.agent,
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

export function presentProfile(storedProfile: Profile, now: UtcMs): z.output<typeof profile> {
	return {
		user_id: storedProfile.user.id,
		email: storedProfile.user.email,
		name: storedProfile.user.name,
		role: storedProfile.role,
		status: storedProfile.user.status,
		created: isoSeconds(storedProfile.user.createdAt),
		seen: isoOrNull(storedProfile.user.seenAt),
		license: storedProfile.licence,
		license_expires:
			storedProfile.licence !== null && storedProfile.licence === storedProfile.user.license
				? isoOrNull(storedProfile.user.licenseExpires)
				: null,
		...storedProfile.preferences,
		second_factor: storedProfile.user.secondFactorAt !== null,
		must_enrol: storedProfile.mustEnrol,
		has_password: storedProfile.user.passwordHash !== null,
		identities: storedProfile.identities.map(({ provider, email }) => ({ provider, email })),
		pending_email: storedProfile.pendingEmail,
		...presentExpiries(storedProfile.expiries, now),
	};
}
