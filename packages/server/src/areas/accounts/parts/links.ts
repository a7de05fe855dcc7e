import type { AccountLink, LinkKind } from '@sw/domain/access/account-link';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import type { AccountRecords } from './ports.ts';
import { sameHash, sha256 } from './tokens.ts';

/** Wrong codes before a link is closed. Codes have 128 random bits; the limit only keeps the log readable. */
const MISSES = 10;

export interface MadeLink {
	id: string;
	code: string;
	expires: UtcMs;
}

/** The request for a link. */
export interface LinkRequest {
	/** Password of the sign-up. */
	passwordHash?: string | null;
	browser?: Buffer | null;
}

export interface Links {
	make(kind: LinkKind, user: Pick<User, 'id' | 'email'>, request?: LinkRequest, records?: AccountRecords): Promise<MadeLink>;
	/** The link if it is open and the code matches; 'wrong' for another code; undefined when there is no such open link. */
	check(id: string, kinds: readonly LinkKind[], code: string): Promise<AccountLink | 'wrong' | undefined>;
}

export function createLinks(records: AccountRecords, clock: Clock, randomSource: RandomSource): Links {
	return {
		make: async (kind, user, { passwordHash = null, browser = null } = {}, within = records) => {
			const now = clock.now();
			const id = randomSource.uuid();
			const code = randomSource.bytes(16).toString('base64url');
			const expires = (now + LINK_LIFE[kind]) as UtcMs;
			await within.addLink({
				id,
				kind,
				userId: user.id,
				codeHash: sha256(code),
				email: user.email,
				passwordHash,
				browserHash: browser,
				createdAt: now,
				expiresAt: expires,
			});
			return { id, code, expires };
		},
		check: async (id, kinds, code) => {
			const now = clock.now();
			const link = await records.findOpenLink(id, kinds, now);
			if (!link) return undefined;
			if (sameHash(link.codeHash, sha256(code))) return link;
			await records.countWrongCode(id, MISSES, now);
			return 'wrong';
		},
	};
}
