import type { UtcMs } from '../time/units.ts';
import type { Role, Standing, UserStatus } from './account.ts';

/** An account as it is kept. */
export interface User extends Standing {
	id: string;
	/** As its owner writes it. */
	email: string;
	/** `emailKey` of it: one account for each. */
	emailKey: string;
	name: string;
	/** argon2id; null: signs in elsewhere only. */
	passwordHash: string | null;
	/** Theme, palette, notices: the browser's wishes, in the contract's own shape. */
	preferences: unknown;
	createdAt: UtcMs;
	/** When the address was first proven; from then on there is no second trial. */
	confirmedAt: UtcMs | null;
	/** Last sign-in or refresh. */
	seenAt: UtcMs | null;
	/** Since when signing in asks for a second factor; null: it does not. */
	secondFactorAt: UtcMs | null;
}
export type UserChange = Partial<Omit<User, 'id'>>;

/** What lists of users are ordered by. */
export const USER_ORDERS = ['email', 'name', 'role', 'status', 'license', 'license_expires', 'created', 'seen'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

export interface UserQuery {
	/** Part of the address or the name. */
	q?: string | undefined;
	status?: UserStatus | undefined;
	role?: Role | undefined;
	sortBy: UserOrder;
	sortDir: 'asc' | 'desc';
	/** Licences are ordered as they are in force then. */
	now: UtcMs;
	skip: number;
	max: number;
}

/** One page of users, and how many match. */
export interface UserPage {
	items: User[];
	total: number;
}
