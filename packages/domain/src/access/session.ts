import type { UtcMs } from '../time/units.ts';
import type { User } from './user.ts';

/** One sign-in. Its refresh token is replaced at each use; only SHA-256 hashes of the current and the previous token are stored. */
export interface Session {
	id: string;
	userId: string;
	/** The part of the refresh token that stays the same over rotations. */
	familyHash: Uint8Array;
	refreshHash: Uint8Array;
	previousRefreshHash: Uint8Array | null;
	accessHash: Uint8Array;
	previousAccessHash: Uint8Array | null;
	/** Combined with the previous token, reproduces the current tokens until they are used. */
	salt: Uint8Array | null;
	/** The token before that one, and the salt that reproduces its successor for a short time. */
	olderRefreshHash: Uint8Array | null;
	olderSalt: Uint8Array | null;
	rotatedAt: UtcMs;
	accessExpires: UtcMs;
	refreshExpires: UtcMs;
	createdAt: UtcMs;
	address: string;
	agent: string;
}

/** Fields replaced by a refresh. */
export type Rotation = Omit<Session, 'id' | 'userId' | 'familyHash' | 'createdAt' | 'address' | 'agent'>;

export interface SessionOfUser {
	session: Session;
	user: User;
}
