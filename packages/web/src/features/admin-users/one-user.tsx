import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { adminWords } from '../../entities/administration/words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { Access } from './access.tsx';
import { licenceInForce, reasonOf } from './licence-in-force.ts';
import { LicencePart } from './licence-part.tsx';
import { type User, userQuery } from './queries.ts';
import { Sessions } from './sessions.tsx';
import { UserDialog } from './user-dialog.tsx';
import css from './users.module.css';
import { userWords as words } from './words.ts';

/** One user: the account's state, and actions on it. */
export function OneUser({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: user, error, refetch } = useQuery(userQuery(api, id));
	const [edited, edit] = useState(false);
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
				<button type="button" className={buttonClass} aria-label={words.editNamed(user.email)} onClick={() => edit(true)}>
					{words.edit}
				</button>
			</PageHead>
			<Facts user={user} />
			<LicencePart key={`${user.license} ${user.license_expires}`} user={user} />
			<Access user={user} />
			<Sessions user={user} />
			{edited ? <UserDialog user={user} close={() => edit(false)} /> : null}
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
