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

const RULES: TableRules<'seen', never> = { page: 'users', sortable: [], sortBy: 'seen', sortDir: 'desc', filters: {} };

const COLUMNS: readonly AdminColumn<Session, string>[] = [
	{ key: 'agent', label: words.browser, cell: ({ agent }) => <span title={agent}>{browserName(agent)}</span> },
	{ key: 'address', label: words.from, cell: ({ address }) => address },
	{ key: 'created', label: words.began, cell: ({ created }) => <DateTime iso={created} /> },
	{ key: 'seen', label: words.seen, cell: ({ seen }) => <DateTime iso={seen} /> },
];

/** Shows one user: the account's state, and actions on it. */
export function UserPage({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: user, error, refetch } = useQuery(userQuery(api, id));
	const [isEditing, setEditing] = useState(false);
	if (!user && error instanceof ApiError && (error.status === 404 || error.status === 400))
		return (
			<StateBox heading="h1" title={words.notFound} detail={words.notFoundDetail}>
				<BackLink />
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
				<BackLink />
				<button type="button" className={buttonClass} aria-label={words.editNamed(user.email)} onClick={() => setEditing(true)}>
					{words.edit}
				</button>
			</PageHead>
			<Facts user={user} />
			<LicencePart key={`${user.license} ${user.license_expires}`} user={user} />
			<Access user={user} />
			<Sessions user={user} />
			{isEditing ? <UserDialog user={user} close={() => setEditing(false)} /> : null}
		</>
	);
}

function BackLink() {
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
		[words.license, `${formatLicence(user)}. ${explainLicence(user)}`],
		[words.created, <OptionalTime key="created" iso={user.created} absent="" />],
		[words.confirmed, <OptionalTime key="confirmed" iso={user.confirmed} absent={words.notConfirmed} />],
		[words.seen, <OptionalTime key="seen" iso={user.seen} absent={adminWords.never} />],
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

function OptionalTime({ iso, absent }: { iso: string | null; absent: string }) {
	return iso === null ? absent : <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Actions that block or unblock a user, or mail a sign-in link. */
function Access({ user: { user_id: id, email, status } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [reason, setReason] = useState('');
	const changeStatus = async (next: 'active' | 'blocked'): Promise<string> => {
		const trimmedReason = reason.trim();
		await api.accounts.changeUser({ params: { id }, body: { status: next, ...(trimmedReason ? { reason: trimmedReason } : {}) } });
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
				<ReasonField value={reason} onChange={setReason} />
				{status === 'blocked' ? (
					<ActionButton
						label={words.unblock}
						effect={words.unblockEffect(email)}
						confirmLabel={words.confirmLabel}
						act={() => changeStatus('active')}
					/>
				) : (
					<ActionButton
						label={words.block}
						effect={words.blockEffect(email)}
						confirmLabel={words.confirmLabel}
						act={() => changeStatus('blocked')}
					/>
				)}
				<ActionButton
					label={words.mailLink}
					effect={words.mailLinkEffect(email)}
					confirmLabel={words.confirmLabel}
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
	const [lastDate, setLastDate] = useState(lastDay(user.license_expires));
	const [reason, setReason] = useState('');
	const change = async (next: Licence | null, expires: string | null): Promise<void> => {
		const trimmedReason = reason.trim();
		await api.accounts.changeUser({
			params: { id: user.user_id },
			body: { license: next, license_expires: expires, ...(trimmedReason ? { reason: trimmedReason } : {}) },
		});
		setReason('');
	};
	const grant = async (): Promise<string> => {
		await change(license, endOfDay(lastDate));
		return words.granted(user.email, license, lastDate);
	};
	const withdraw = async (): Promise<string> => {
		await change(null, null);
		return words.withdrawn(user.email);
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
						onChange={({ currentTarget: { value } }) => setLicense(LICENCES.find((licence) => licence === value) ?? LICENCES[0])}
					>
						{LICENCES.map((licence) => (
							<option key={licence}>{licence}</option>
						))}
					</select>
				</label>
				<label className={css['field']}>
					{words.licenceEnd}
					<input type="date" className={form['input']} value={lastDate} onChange={({ currentTarget: { value } }) => setLastDate(value)} />
				</label>
				<ReasonField value={reason} onChange={setReason} />
				<ActionButton
					label={words.grant}
					effect={words.grantEffect(user.email, license, lastDate)}
					confirmLabel={words.confirmLabel}
					act={grant}
				/>
				<ActionButton
					label={words.withdraw}
					effect={words.withdrawEffect(user.email, user.license ?? '')}
					confirmLabel={words.confirmLabel}
					act={withdraw}
					disabled={user.license === null}
				/>
			</div>
		</section>
	);
}

/** Input field for the reason, which the audit log stores. */
function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{words.reason}
			<input className={form['input']} value={value} maxLength={200} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
		</label>
	);
}

function DateTime({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Lists a user's sessions, each with a button to end it. */
function Sessions({ user: { user_id: id, email } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(userSessionsQuery(api, id));
	const actionColumn: AdminColumn<Session, string> = {
		key: 'act',
		label: words.end,
		cell: ({ id: session, agent, address, current }) =>
			current ? (
				words.ownSession
			) : (
				<ActionButton
					label={words.end}
					fullLabel={words.endNamed(browserName(agent), address)}
					effect={words.endEffect(email, browserName(agent))}
					confirmLabel={words.confirmLabel}
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
				columns={[...COLUMNS, actionColumn]}
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
						effect={words.endAllEffect(email, otherCount)}
						confirmLabel={words.confirmLabel}
						act={async () => words.ended((await api.accounts.endUserSessions({ params: { id }, body: {} })).ended)}
					/>
				</div>
			) : null}
		</section>
	);
}

/** Names the current licence, and the granted licence if it differs. */
export function formatLicence({ license, license_in_force: current }: User): string {
	return license === current
		? (current ?? adminWords.none)
		: userWords.currentLicence(current ?? adminWords.none, license ?? adminWords.none);
}

/** Explains why the current licence is active, or why there is none. */
function explainLicence({ role, status, license, license_expires, license_in_force }: User): string {
	const { licenceReasons } = userWords;
	if (status !== 'active') return licenceReasons[status];
	if (role === 'admin') return licenceReasons.admin;
	if (license === null) return licenceReasons.none;
	const end = license_expires === null ? null : etDateTime(msOf(license_expires));
	if (license_in_force === null) return licenceReasons.ended(license, end ?? '');
	return end === null ? licenceReasons.granted : licenceReasons.until(end);
}
