import type { UtcMs } from '../time/units.ts';
import type { AccountState, Role, UserStatus } from './account.ts';

/** A stored account. */
export interface User extends AccountState {
	id: string;
	/** As entered by its owner. */
	email: string;
	/** `emailKey` of the address: unique per account. */
	emailKey: string;
	name: string;
	/** argon2id; null: the account signs in with another provider only. */
	passwordHash: string | null;
	/** Theme, palette and notification settings, in the contract's format. */
	preferences: unknown;
	createdAt: UtcMs;
	/** When an address was first confirmed; after that there is no second trial. */
	confirmedAt: UtcMs | null;
	/** Last sign-in or refresh. */
	seenAt: UtcMs | null;
	/** When the second factor was turned on; null: off. */
	secondFactorAt: UtcMs | null;
}
export type UserChange = Partial<Omit<User, 'id'>>;

/** Sort columns of user lists. */
export const USER_ORDERS = ['email', 'name', 'role', 'status', 'license', 'license_expires', 'created', 'seen'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

export interface UserQuery {
	/** Part of the address or the name. */
	q?: string | undefined;
	status?: UserStatus | undefined;
	role?: Role | undefined;
	sortBy: UserOrder;
	sortDir: 'asc' | 'desc';
	/** At this instant, licences are sorted by the one in force. */
	now: UtcMs;
	skip: number;
	max: number;
}

/** One page of users, and the number of matches. */
export interface UserPage {
	items: User[];
	total: number;
}
