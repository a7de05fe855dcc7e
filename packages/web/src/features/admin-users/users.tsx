import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { formatLicence, UserPage } from './one-user.tsx';
import { USER_TABLE_RULES, type User, type UserColumn, usersQuery } from './queries.ts';
import { UserDialog } from './user-dialog.tsx';
import { userWords } from './words.ts';

function formatTime(iso: string | null, absent: string): string {
	return iso === null ? absent : etDateTime(msOf(iso));
}

const COLUMNS: readonly AdminColumn<User, UserColumn>[] = [
	{ key: 'email', label: userWords.email, cell: ({ email, user_id }) => <Link {...userLink(user_id)}>{email}</Link> },
	{ key: 'name', label: userWords.name, cell: ({ name }) => name },
	{ key: 'status', label: userWords.status, cell: ({ status }) => status },
	{ key: 'role', label: userWords.role, cell: ({ role }) => role },
	{ key: 'license', label: userWords.license, cell: formatLicence },
	{
		key: 'license_expires',
		label: userWords.licenseExpires,
		cell: ({ license, license_expires }) => (license === null ? '' : formatTime(license_expires, userWords.noEnd)),
	},
	{ key: 'created', label: userWords.created, cell: ({ created }) => formatTime(created, '') },
	{ key: 'seen', label: userWords.seen, cell: ({ seen }) => formatTime(seen, adminWords.never) },
];

/** Shows all users, or the one selected in the URL. */
export function AdminUsers({ search }: { search: AdminSearch }) {
	return search['user'] ? <UserPage key={search['user']} id={search['user']} /> : <UserList search={search} />;
}

function UserList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(USER_TABLE_RULES, search);
	const { data, isError, refetch } = useQuery(usersQuery(api, state));
	const [editedUser, setEditedUser] = useState<User | 'new' | null>(null);
	const actionColumn = {
		key: 'act' as const,
		label: userWords.edit,
		cell: (user: User) => (
			<button type="button" className={buttonClass} aria-label={userWords.editNamed(user.email)} onClick={() => setEditedUser(user)}>
				{userWords.edit}
			</button>
		),
	};
	return (
		<>
			<PageHead title={userWords.title}>
				<button type="button" className={buttonClass} onClick={() => setEditedUser('new')}>
					{userWords.newUser}
				</button>
			</PageHead>
			<TableFilters
				rules={USER_TABLE_RULES}
				state={state}
				labels={{ q: userWords.search, status: userWords.status, role: userWords.role }}
			/>
			<AdminTable
				label={userWords.title}
				rules={USER_TABLE_RULES}
				state={state}
				columns={[...COLUMNS, actionColumn]}
				idOf={(user) => user.user_id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: userWords.noResultsDetail }}
			/>
			{editedUser ? (
				<UserDialog
					key={editedUser === 'new' ? 'new' : editedUser.user_id}
					user={editedUser === 'new' ? null : editedUser}
					close={() => setEditedUser(null)}
				/>
			) : null}
		</>
	);
}

/** Returns the link to the page of one user. */
function userLink(id: string) {
	return adminLink('users', { user: id });
}
