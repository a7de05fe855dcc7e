import type { UtcMs } from '../time/units.ts';
import type { User } from './user.ts';

/** One sign-in. Its refresh token is replaced at each use; SHA-256 hashes of the present one and the one before it are kept, the tokens never. */
export interface Session {
	id: string;
	userId: string;
	/** The part of the refresh token that stays the same over rotations. */
	familyHash: Uint8Array;
	refreshHash: Uint8Array;
	previousRefreshHash: Uint8Array | null;
	accessHash: Uint8Array;
	previousAccessHash: Uint8Array | null;
	/** With the token before, gives the present tokens once more until they are used. */
	salt: Uint8Array | null;
	/** The token before that one, and the salt that gives its successor once more for a moment. */
	olderRefreshHash: Uint8Array | null;
	olderSalt: Uint8Array | null;
	rotatedAt: UtcMs;
	accessExpires: UtcMs;
	refreshExpires: UtcMs;
	createdAt: UtcMs;
	address: string;
	agent: string;
}

/** What a refresh replaces. */
export type Rotation = Omit<Session, 'id' | 'userId' | 'familyHash' | 'createdAt' | 'address' | 'agent'>;

export interface SessionOfUser {
	session: Session;
	user: User;
}
