import type { UtcMs } from '../time/units.ts';
import type { AccountState, Role, UserStatus } from './account.ts';

/** A stored account. */
export interface User extends AccountState {
	id: string;
	/** The address as the owner typed it. */
	email: string;
	/** `emailKey` of the address; unique. */
	emailKey: string;
	name: string;
	/** argon2id; null: the account signs in with another provider only. */
	passwordHash: string | null;
	/** Theme, palette and notification settings, in the contract's format. */
	preferences: unknown;
	createdAt: UtcMs;
	/** When an address was first confirmed. Confirming another address starts no second trial. */
	confirmedAt: UtcMs | null;
	/** Last sign-in or refresh. */
	seenAt: UtcMs | null;
	/** When the second factor was turned on; null: off. */
	secondFactorAt: UtcMs | null;
}
export type UserChange = Partial<Omit<User, 'id'>>;

/** Sort columns of user lists. */
export const USER_SORT_COLUMNS = ['email', 'name', 'role', 'status', 'license', 'license_expires', 'created', 'seen'] as const;
export type UserSortColumn = (typeof USER_SORT_COLUMNS)[number];

export interface UserQuery {
	/** Part of the address or the name. */
	q?: string | undefined;
	status?: UserStatus | undefined;
	role?: Role | undefined;
	sortBy: UserSortColumn;
	sortDir: 'asc' | 'desc';
	/** Sorting by licence uses the licences valid at this instant. */
	now: UtcMs;
	skip: number;
	max: number;
}

export interface UserPage {
	items: User[];
	/** Number of matches on all pages. */
	total: number;
}
