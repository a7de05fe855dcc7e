import { grantOfGroups } from '@sw/domain/access/claim-grant';
import { emailKey, isEmail } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyRequest } from 'fastify';
import type { Context, From } from '../context/context.ts';
import type { Entered, SecondFactor } from '../factors/second-factor.ts';
import { endPrepared } from '../parts/end-prepared.ts';
import { applyGrant, endAccess } from '../parts/group-grant.ts';
import { newUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { confirmUser } from '../sign-in/confirmation.ts';
import { type ProxyConfig, type ProxyUser, readProxyUser } from './proxy-headers.ts';

/** Name under which the identities of the proxy are stored; sign-in providers are named in lower case letters. */
const PROVIDER = 'proxy:';

type Parts = Pick<Context, 'records' | 'clock' | 'randomSource' | 'audit'>;

/** Accounts of users whom an authenticating proxy has signed in. Each page brings role and licence up to date with their groups. */
export function createProxySignIn(
	{ records, clock, randomSource, audit }: Parts,
	{ enter }: Pick<SecondFactor, 'enter'>,
	{ header, rules, trusts }: ProxyConfig,
	warn: (details: object, message: string) => void,
) {
	let hasWarned = false;
	const warnOnce = (details: object, message: string): void => {
		if (!hasWarned) warn(details, message);
		hasWarned = true;
	};

	/** The account with the proxy's address, else a new one; an unproven one is taken over, since the proxy vouches for its users. */
	const accountOf = async (tx: AccountRecords, { email, name, subject }: ProxyUser, now: UtcMs): Promise<User | undefined> => {
		const linked = await tx.identity(PROVIDER, subject);
		const known = linked && (await tx.userById(linked.userId));
		if (known) return known;
		if (email === null || !isEmail(email)) return undefined;
		const fresh = newUser(randomSource.uuid(), email, now);
		const added = await tx.addUser({ ...fresh, ...confirmUser(fresh, now), name: name.toWellFormed() });
		let user = added ?? (await tx.userByEmail(emailKey(email)));
		if (user?.status === 'unconfirmed') {
			await endPrepared(tx, user, now);
			const changed = await tx.changeUser(user.id, { ...confirmUser(user, now), passwordHash: null });
			user = changed === 'taken' ? undefined : changed;
		}
		if (!user) return undefined;
		await tx.addIdentity({ provider: PROVIDER, subject, userId: user.id, email, createdAt: now });
		return user;
	};

	/** The account with what the groups give now; undefined without an account, and for a blocked one. */
	const userOf = async (tx: AccountRecords, who: ProxyUser, { address }: From): Promise<User | undefined> => {
		const { groups, subject } = who;
		const grant = rules === null ? null : grantOfGroups(groups, rules);
		const now = clock.now();
		if (grant === undefined) {
			await endAccess(tx, PROVIDER, subject, now);
			return undefined;
		}
		const user = await accountOf(tx, who, now);
		if (!user || user.status === 'blocked') return undefined;
		return grant === null ? user : applyGrant(tx, audit, user, { grant, groups, address });
	};

	return {
		/** The user named by a trusted proxy. A header from any other address is ignored, and logged once. */
		read: ({ raw }: FastifyRequest): ProxyUser | undefined => {
			const who = readProxyUser(raw, header);
			if (!who) return undefined;
			const peer = raw.socket.remoteAddress;
			if (trusts(peer)) return who;
			warnOnce({ address: peer, header }, 'ignored the sign-in header of an address that is not a trusted proxy');
			return undefined;
		},

		/** The user's account as its groups have it; undefined: refused. */
		userOf: (who: ProxyUser, from: From): Promise<User | undefined> => records.transaction((tx) => userOf(tx, who, from)),

		enter: (user: User, from: From): Promise<Entered> => records.transaction((tx) => enter(user, from, tx)),
	};
}

export type ProxySignIn = ReturnType<typeof createProxySignIn>;
