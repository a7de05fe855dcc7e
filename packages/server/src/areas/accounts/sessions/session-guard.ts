import type { Access } from '@sw/contract/define';
import type { Standing } from '@sw/domain/access/account';
import { ACTS, may } from '@sw/domain/access/acts';
import { type Caller, callerAccount } from '@sw/domain/access/caller';
import type { UtcMs } from '@sw/domain/time/units';
import { Problem } from '../../../platform/errors.ts';
import { type Soon, whenThere } from '../../../platform/soon.ts';
import { bucketOf } from '../../bucket-of.ts';
import type { Guard } from '../../guard.ts';
import type { SessionCookies } from './session-cookies.ts';

export interface GuardParts {
	cookies: Pick<SessionCookies, 'access'>;
	/** The living session of an access token; asked for each call, so that nothing outlives its end by more than the call under way. */
	find(access: string): Soon<{ session: { id: string }; user: Standing & { id: string; secondFactorAt: UtcMs | null } } | undefined>;
	mustEnrol(user: Standing & { secondFactorAt: UtcMs | null }): boolean;
	now(): UtcMs;
}

/** 'signed' calls carry a proof of their own, which their handler checks. */
const actOf = (access: Access): keyof typeof ACTS => (access === 'signed' ? 'call public' : `call ${access}`);

const CONFIRM_FIRST = 'Confirm your address first: your profile sends the mail again';
const ENROL_FIRST = 'Administrators need a second factor here: set one up in your profile first';

/** Who calls, by the session cookie; 401 without a session where one is needed, 403 where it may not. */
export const sessionGuard =
	({ cookies, find, mustEnrol, now }: GuardParts): Guard =>
	(request, access) => {
		const token = access === 'signed' ? undefined : cookies.access(request);
		return whenThere(token === undefined ? undefined : find(token), (found) => {
			const enrols = found !== undefined && mustEnrol(found.user);
			const standing = found && (enrols ? { ...found.user, role: 'user' as const, license: null } : found.user);
			const account = found && standing ? callerAccount(standing, found.user.id, found.session.id, now()) : null;
			const caller: Caller = { address: bucketOf(request), account };
			const act = actOf(access);
			if (may(caller, act)) return caller;
			if (account === null) throw new Problem('unauthenticated');
			if (enrols) throw new Problem('denied', { detail: ENROL_FIRST });
			if (found?.user.status === 'unconfirmed' && ACTS[act] !== 'admin') throw new Problem('denied', { detail: CONFIRM_FIRST });
			throw new Problem('denied', { detail: ACTS[act] === 'admin' ? 'Administrators only' : 'A license is needed: see /prices' });
		});
	};
