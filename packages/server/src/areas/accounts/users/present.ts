/** Converts internal shapes to those of the API. Pure. */
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

export function presentUser(of: User, now: UtcMs): z.output<typeof user> {
	return {
		user_id: of.id,
		email: of.email,
		name: of.name,
		role: of.role,
		status: of.status,
		license: of.license,
		license_expires: isoOrNull(of.licenseExpires),
		license_in_force: licenceAt(of, now),
		created: isoSeconds(of.createdAt),
		confirmed: isoOrNull(of.confirmedAt),
		seen: isoOrNull(of.seenAt),
	};
}

function isoOrNull(ms: number | null): string | null {
	return ms === null ? null : isoSeconds(ms);
}

export function presentSession(of: Session, current: string): z.output<typeof session> {
	return {
		id: of.id,
		current: of.id === current,
		created: isoSeconds(of.createdAt),
		seen: isoSeconds(of.rotatedAt),
		expires: isoSeconds(of.refreshExpires),
		address: of.address,
		agent: of.agent,
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

export function presentProfile(of: Profile, now: UtcMs): z.output<typeof profile> {
	return {
		user_id: of.user.id,
		email: of.user.email,
		name: of.user.name,
		role: of.role,
		status: of.user.status,
		created: isoSeconds(of.user.createdAt),
		seen: isoOrNull(of.user.seenAt),
		license: of.licence,
		license_expires: of.licence !== null && of.licence === of.user.license ? isoOrNull(of.user.licenseExpires) : null,
		...of.preferences,
		second_factor: of.user.secondFactorAt !== null,
		must_enrol: of.mustEnrol,
		has_password: of.user.passwordHash !== null,
		identities: of.identities.map(({ provider, email }) => ({ provider, email })),
		pending_email: of.pendingEmail,
		...presentExpiries(of.expiries, now),
	};
}
