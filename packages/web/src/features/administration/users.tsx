import { ROLES, USER_STATUSES } from '@sw/domain/access/account';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AdminPages } from './admin-pages.tsx';
import { type AdminState, USER_COLUMNS, type UserColumn, writeAdminState } from './admin-state.ts';
import { AdminTable } from './admin-table.tsx';
import css from './administration.module.css';
import type { User } from './queries.ts';
import { usersQuery } from './queries.ts';
import { UserDialog } from './user-dialog.tsx';
import { adminWords } from './words.ts';

const TITLES: Readonly<Record<UserColumn, string>> = {
	email: adminWords.email,
	name: adminWords.name,
	status: adminWords.status,
	role: adminWords.role,
	license: adminWords.license,
	license_expires: adminWords.licenseExpires,
	created: adminWords.created,
	seen: adminWords.seen,
};

const instant = (iso: string | null, absent: string): string => (iso === null ? absent : etDateTime(msOf(iso)));

const Head = ({ column, state }: { column: UserColumn; state: AdminState }) => {
	const sortDir = state.sortBy === column && state.sortDir === 'asc' ? 'desc' : 'asc';
	return (
		<Link to="/admin" search={writeAdminState({ ...state, sortBy: column, sortDir, page: 1 })} resetScroll={false}>
			{TITLES[column]}
			{state.sortBy === column ? (state.sortDir === 'asc' ? ' ▴' : ' ▾') : ''}
		</Link>
	);
};

interface FilterProps {
	state: AdminState;
}

const Filter = ({ state }: FilterProps) => {
	const navigate = useNavigate();
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<'q' | 'status' | 'role', string>;
		const status = USER_STATUSES.find((s) => s === given.status);
		const role = ROLES.find((r) => r === given.role);
		void navigate({ to: '/admin', search: writeAdminState({ ...state, q: given.q.trim(), status, role, page: 1 }) });
	};
	const choice = (name: 'status' | 'role', label: string, values: readonly string[], value: string | undefined) => (
		<label className={form['label']}>
			{label}
			<select name={name} defaultValue={value ?? ''} className={form['input']}>
				<option value="">{adminWords.any}</option>
				{values.map((v) => (
					<option key={v}>{v}</option>
				))}
			</select>
		</label>
	);
	return (
		<search>
			<form className={css['row']} onSubmit={onSubmit}>
				<label className={form['label']}>
					{adminWords.search}
					<input name="q" type="search" defaultValue={state.q} className={form['input']} maxLength={200} />
				</label>
				{choice('status', adminWords.status, USER_STATUSES, state.status)}
				{choice('role', adminWords.role, ROLES, state.role)}
				<button type="submit" className={buttonClass}>
					{adminWords.find}
				</button>
			</form>
		</search>
	);
};

const Row = ({ user, edit }: { user: User; edit: () => void }) => (
	<tr>
		<th scope="row">{user.email}</th>
		<td data-label={TITLES.name}>{user.name}</td>
		<td data-label={TITLES.status}>{user.status}</td>
		<td data-label={TITLES.role}>{user.role}</td>
		<td data-label={TITLES.license}>{user.license ?? adminWords.none}</td>
		<td data-label={TITLES.license_expires}>{user.license === null ? '' : instant(user.license_expires, adminWords.noEnd)}</td>
		<td data-label={TITLES.created}>{instant(user.created, '')}</td>
		<td data-label={TITLES.seen}>{instant(user.seen, adminWords.never)}</td>
		<td>
			<button type="button" className={buttonClass} aria-label={adminWords.editNamed(user.email)} onClick={edit}>
				{adminWords.edit}
			</button>
		</td>
	</tr>
);

export const AdminUsers = ({ state }: { state: AdminState }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(usersQuery(api, state));
	const [edited, edit] = useState<User | 'new' | null>(null);
	const columns = USER_COLUMNS.map((column) => ({
		key: column,
		head: <Head column={column} state={state} />,
		sorted: state.sortBy === column ? (state.sortDir === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined,
	}));
	const last = { key: 'edit', head: <span className="visually-hidden">{adminWords.edit}</span> };
	return (
		<>
			<Filter key={writeKey(state)} state={state} />
			<p>
				<button type="button" className={buttonClass} onClick={() => edit('new')}>
					{adminWords.newUser}
				</button>
			</p>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data?.items.length === 0 ? <StateBox title={adminWords.noResults} detail={adminWords.noResultsDetail} /> : null}
			{data && data.items.length > 0 ? (
				<AdminTable label={adminWords.views.users} columns={[...columns, last]}>
					{data.items.map((user) => (
						<Row key={user.user_id} user={user} edit={() => edit(user)} />
					))}
				</AdminTable>
			) : null}
			<AdminPages state={state} total={data?.total_count ?? 0} />
			{edited ? (
				<UserDialog key={edited === 'new' ? 'new' : edited.user_id} user={edited === 'new' ? null : edited} close={() => edit(null)} />
			) : null}
		</>
	);
};

/** The filter's fields start anew when the address changes. */
const writeKey = ({ q, status, role }: AdminState): string => `${q} ${status} ${role}`;
