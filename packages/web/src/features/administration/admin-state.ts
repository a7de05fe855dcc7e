import { ROLES, USER_STATUSES } from '@sw/domain/access/account';
import type { AdminSearch } from './admin-search.ts';

export const ADMIN_VIEWS = ['users', 'audit', 'outbox'] as const;
export type AdminView = (typeof ADMIN_VIEWS)[number];
export const USER_COLUMNS = ['email', 'name', 'status', 'role', 'license', 'license_expires', 'created', 'seen'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];
export const PAGE = 20;

export interface AdminState {
	view: AdminView;
	q: string;
	status: (typeof USER_STATUSES)[number] | undefined;
	role: (typeof ROLES)[number] | undefined;
	sortBy: UserColumn;
	sortDir: 'asc' | 'desc';
	/** From 1. */
	page: number;
}

const among = <T extends string>(list: readonly T[], value: string | undefined): T | undefined => list.find((x) => x === value);

export const readAdminState = (search: AdminSearch): AdminState => ({
	view: among(ADMIN_VIEWS, search.view) ?? 'users',
	q: search.q?.slice(0, 200) ?? '',
	status: among(USER_STATUSES, search.status),
	role: among(ROLES, search.role),
	sortBy: among(USER_COLUMNS, search.sort_by) ?? 'created',
	sortDir: among(['asc', 'desc'], search.sort_dir) ?? 'desc',
	page: /^[1-9]\d{0,4}$/.test(search.page ?? '') ? Number(search.page) : 1,
});

export const writeAdminState = ({ view, q, status, role, sortBy, sortDir, page }: AdminState): AdminSearch => ({
	...(view === 'users' ? {} : { view }),
	...(q === '' ? {} : { q }),
	...(status === undefined ? {} : { status }),
	...(role === undefined ? {} : { role }),
	...(sortBy === 'created' ? {} : { sort_by: sortBy }),
	...(sortDir === 'desc' ? {} : { sort_dir: sortDir }),
	...(page === 1 ? {} : { page: String(page) }),
});
