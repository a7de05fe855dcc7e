import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { lastDay } from '../../entities/administration/last-day.ts';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { primaryClass } from '../../ui/primary.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { INVITATIONS, type Invitation, invitationsQuery } from './queries.ts';
import { invitationWords as words } from './words.ts';

/** Invitations with their states; an open one can be withdrawn. */
export function AdminInvitations({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(INVITATIONS, search);
	const { data, isError, refetch } = useQuery(invitationsQuery(api, state));
	const [isOpened, open] = useState(false);
	const [link, show] = useState<string | null>(null);
	const columns: readonly AdminColumn<Invitation, string>[] = [
		{ key: 'email', label: words.email, cell: whom },
		{
			key: 'grants',
			label: words.grants,
			cell: ({ role, license, license_expires: ends }) => words.granted(role, license, lastDay(ends)),
		},
		{ key: 'state', label: words.state, cell: (one) => words.states[one.state] },
		{ key: 'used', label: words.used, cell: ({ used, uses }) => words.usedOf(used, uses) },
		{ key: 'created', label: words.created, cell: ({ created }) => <Time iso={created} /> },
		{ key: 'by', label: words.by, cell: ({ created_by: by }) => by },
		{ key: 'expires', label: words.expires, cell: ({ expires }) => <Time iso={expires} /> },
		{
			key: 'act',
			label: words.act,
			cell: (one) =>
				one.state === 'open' ? (
					<ActionButton
						label={words.withdraw}
						named={words.withdrawNamed(whom(one))}
						will={words.withdrawWill(whom(one))}
						sure={words.withdrawSure}
						act={async () => {
							await api.accounts.withdrawInvitation({ params: { id: one.id }, body: {} });
							return words.withdrawn(whom(one));
						}}
					/>
				) : null,
		},
	];
	return (
		<>
			<PageHead title={words.title} note={words.note}>
				<Link {...adminLink('settings')}>{words.settings}</Link>
				<button type="button" className={primaryClass} onClick={() => open(true)}>
					{words.make}
				</button>
			</PageHead>
			{link === null ? null : <ShownOnce title={words.made} note={words.once} values={[{ value: link }]} done={() => show(null)} />}
			<TableFilters rules={INVITATIONS} state={state} labels={{ state: words.state }} />
			<AdminTable
				label={words.title}
				rules={INVITATIONS}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.empty }}
			/>
			{isOpened ? <InvitationDialog made={show} close={() => open(false)} /> : null}
		</>
	);
}

function whom({ email, setup }: Invitation): string {
	return setup ? words.setup : (email ?? words.any);
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}
