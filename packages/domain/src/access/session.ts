import type { UtcMs } from '../time/units.ts';
import type { User } from './user.ts';

/** One sign-in. Its refresh token is replaced at each use; only SHA-256 hashes of the current and the previous token are stored. */
export interface Session {
	id: string;
	userId: string;
	/** Hash of the part of the refresh token that is the same in all rotations. */
	familyHash: Uint8Array;
	refreshHash: Uint8Array;
	previousRefreshHash: Uint8Array | null;
	accessHash: Uint8Array;
	previousAccessHash: Uint8Array | null;
	/** Reproduces the current tokens from the previous refresh token; null once the current tokens have been used. */
	salt: Uint8Array | null;
	/** The refresh token before the previous one, and the salt that reproduces its successor during ROTATION_GRACE. */
	olderRefreshHash: Uint8Array | null;
	olderSalt: Uint8Array | null;
	rotatedAt: UtcMs;
	accessExpires: UtcMs;
	refreshExpires: UtcMs;
	createdAt: UtcMs;
	address: string;
	agent: string;
}

/** The fields that a refresh replaces. */
export type Rotation = Omit<Session, 'id' | 'userId' | 'familyHash' | 'createdAt' | 'address' | 'agent'>;

export interface SessionOfUser {
	session: Session;
	user: User;
}
