import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead } from '../../entities/administration/admin-table.tsx';
import { endOfDay, lastDay } from '../../entities/administration/last-day.ts';
import { adminLink, readTable, type TableRules } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { browserName } from '../../entities/session/browser-of.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { type Session, type User, userQuery, userSessionsQuery } from './queries.ts';
import { UserDialog } from './user-dialog.tsx';
import css from './users.module.css';
import { userWords, userWords as words } from './words.ts';

const RULES: TableRules<'seen', never> = { page: 'users', sorts: [], sortBy: 'seen', sortDir: 'desc', filters: {} };

const COLUMNS: readonly AdminColumn<Session, string>[] = [
	{ key: 'agent', label: words.browser, cell: ({ agent }) => <span title={agent}>{browserName(agent)}</span> },
	{ key: 'address', label: words.from, cell: ({ address }) => address },
	{ key: 'created', label: words.began, cell: ({ created }) => <At iso={created} /> },
	{ key: 'seen', label: words.seen, cell: ({ seen }) => <At iso={seen} /> },
];

/** Shows one user: the account's state, and actions on it. */
export function OneUser({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: user, error, refetch } = useQuery(userQuery(api, id));
	const [edited, setEdited] = useState(false);
	if (!user && error instanceof ApiError && (error.status === 404 || error.status === 400))
		return (
			<StateBox heading="h1" title={words.noSuch} detail={words.noSuchDetail}>
				<Back />
			</StateBox>
		);
	if (!user && error) return <LoadFailed retry={() => void refetch()} />;
	if (!user)
		return (
			<p role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	return (
		<>
			<PageHead title={user.email}>
				<Back />
				<button type="button" className={buttonClass} aria-label={words.editNamed(user.email)} onClick={() => setEdited(true)}>
					{words.edit}
				</button>
			</PageHead>
			<Facts user={user} />
			<LicencePart key={`${user.license} ${user.license_expires}`} user={user} />
			<Access user={user} />
			<Sessions user={user} />
			{edited ? <UserDialog user={user} close={() => setEdited(false)} /> : null}
		</>
	);
}

function Back() {
	return (
		<Link {...adminLink('users')} className={buttonClass}>
			{words.all}
		</Link>
	);
}

function Facts({ user }: { user: User }) {
	const facts: readonly (readonly [string, ReactNode])[] = [
		[words.name, user.name || adminWords.none],
		[words.status, user.status],
		[words.role, user.role],
		[words.license, `${licenceInForce(user)}. ${reasonOf(user)}`],
		[words.created, <Time key="created" iso={user.created} absent="" />],
		[words.confirmed, <Time key="confirmed" iso={user.confirmed} absent={words.notConfirmed} />],
		[words.seen, <Time key="seen" iso={user.seen} absent={adminWords.never} />],
	];
	return (
		<dl className={css['facts']}>
			{facts.map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}

function Time({ iso, absent }: { iso: string | null; absent: string }) {
	return iso === null ? absent : <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Actions that block or unblock a user, or mail a sign-in link. */
function Access({ user: { user_id: id, email, status } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [reason, setReason] = useState('');
	const changeStatus = async (next: 'active' | 'blocked'): Promise<string> => {
		const because = reason.trim();
		await api.accounts.changeUser({ params: { id }, body: { status: next, ...(because ? { reason: because } : {}) } });
		setReason('');
		return next === 'blocked' ? words.blocked(email) : words.unblocked(email);
	};
	const mail = async (): Promise<string> => {
		const sent = await api.accounts.mailSignInLink({ params: { id }, body: {} });
		return words.linkMailed(sent.email, etDateTime(msOf(sent.expires)));
	};
	return (
		<section className={css['part']} aria-labelledby="user-access">
			<h2 id="user-access">{words.access}</h2>
			<div className={css['row']}>
				<ReasonField value={reason} set={setReason} />
				{status === 'blocked' ? (
					<ActionButton
						label={words.unblock}
						effect={words.unblockWill(email)}
						confirmLabel={words.sure}
						act={() => changeStatus('active')}
					/>
				) : (
					<ActionButton label={words.block} effect={words.blockWill(email)} confirmLabel={words.sure} act={() => changeStatus('blocked')} />
				)}
				<ActionButton
					label={words.mailLink}
					effect={words.mailLinkWill(email)}
					confirmLabel={words.sure}
					act={mail}
					disabled={status === 'blocked'}
				/>
			</div>
		</section>
	);
}

/** Grants a licence until a last day, or withdraws it, with a reason. */
function LicencePart({ user }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [license, setLicense] = useState<Licence>(user.license ?? LICENCES[0]);
	const [last, setLast] = useState(lastDay(user.license_expires));
	const [reason, setReason] = useState('');
	const change = async (next: Licence | null, expires: string | null): Promise<void> => {
		const because = reason.trim();
		await api.accounts.changeUser({
			params: { id: user.user_id },
			body: { license: next, license_expires: expires, ...(because ? { reason: because } : {}) },
		});
		setReason('');
	};
	const grant = async (): Promise<string> => {
		await change(license, endOfDay(last));
		return words.gave(user.email, license, last);
	};
	const withdraw = async (): Promise<string> => {
		await change(null, null);
		return words.took(user.email);
	};
	return (
		<section className={css['part']} aria-labelledby="user-licence">
			<h2 id="user-licence">{words.licencePart}</h2>
			<p className={css['note']}>{words.licenceNote}</p>
			<div className={css['row']}>
				<label className={css['field']}>
					{words.license}
					<select
						className={form['input']}
						value={license}
						onChange={({ currentTarget: { value } }) => setLicense(LICENCES.find((one) => one === value) ?? LICENCES[0])}
					>
						{LICENCES.map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				</label>
				<label className={css['field']}>
					{words.licenceEnd}
					<input type="date" className={form['input']} value={last} onChange={({ currentTarget: { value } }) => setLast(value)} />
				</label>
				<ReasonField value={reason} set={setReason} />
				<ActionButton label={words.give} effect={words.giveWill(user.email, license, last)} confirmLabel={words.sure} act={grant} />
				<ActionButton
					label={words.take}
					effect={words.takeWill(user.email, user.license ?? '')}
					confirmLabel={words.sure}
					act={withdraw}
					disabled={user.license === null}
				/>
			</div>
		</section>
	);
}

/** Input field for the reason, which the audit log stores. */
function ReasonField({ value, set }: { value: string; set: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{words.reason}
			<input className={form['input']} value={value} maxLength={200} onChange={({ currentTarget }) => set(currentTarget.value)} />
		</label>
	);
}

function At({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Lists a user's sessions, each with a button to end it. */
function Sessions({ user: { user_id: id, email } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(userSessionsQuery(api, id));
	const act: AdminColumn<Session, string> = {
		key: 'act',
		label: words.end,
		cell: ({ id: session, agent, address, current }) =>
			current ? (
				words.yourOwn
			) : (
				<ActionButton
					label={words.end}
					fullLabel={words.endNamed(browserName(agent), address)}
					effect={words.endWill(email, browserName(agent))}
					confirmLabel={words.sure}
					act={async () => {
						await api.accounts.endUserSession({ params: { id, session }, body: {} });
						return words.ended(1);
					}}
				/>
			),
	};
	const otherCount = data?.items.filter(({ current }) => !current).length ?? 0;
	return (
		<section className={css['part']} aria-labelledby="user-sessions">
			<h2 id="user-sessions">{words.sessions}</h2>
			<AdminTable
				label={words.sessionsTable}
				rules={RULES}
				state={readTable(RULES, {})}
				columns={[...COLUMNS, act]}
				idOf={({ id: session }) => session}
				data={data && { items: data.items, total_count: 0 }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noSessions, detail: words.noSessionsDetail }}
			/>
			{otherCount > 0 ? (
				<div>
					<ActionButton
						label={words.endAll}
						effect={words.endAllWill(email, otherCount)}
						confirmLabel={words.sure}
						act={async () => words.ended((await api.accounts.endUserSessions({ params: { id }, body: {} })).ended)}
					/>
				</div>
			) : null}
		</section>
	);
}

/** Names the licence in force, and the granted licence if it differs. */
export function licenceInForce({ license, license_in_force: now }: User): string {
	return license === now ? (now ?? adminWords.none) : userWords.inForce(now ?? adminWords.none, license ?? adminWords.none);
}

/** Explains why the licence in force is active, or why there is none. */
function reasonOf({ role, status, license, license_expires, license_in_force }: User): string {
	const { because } = userWords;
	if (status !== 'active') return because[status];
	if (role === 'admin') return because.admin;
	if (license === null) return because.none;
	const end = license_expires === null ? null : etDateTime(msOf(license_expires));
	if (license_in_force === null) return because.ended(license, end ?? '');
	return end === null ? because.given : because.until(end);
}
