import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { rangeOf, readTable, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import type { Api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { primaryClass } from '../../ui/primary.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { announcementWords as words } from './words.ts';

const ANNOUNCEMENTS: TableRules<'created', never> = {
	page: 'announcements',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: {},
};

/** Announcements with their audience, read counts and a button to withdraw each. */
export function AdminAnnouncements({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(ANNOUNCEMENTS, search);
	const { data, isError, refetch } = useQuery(announcementsQuery(api, state));
	const dialog = useRef<HTMLDialogElement>(null);
	const columns: readonly AdminColumn<Announcement, string>[] = [
		{ key: 'subject', label: words.subject, cell: ({ subject }) => subject },
		{ key: 'text', label: words.text, cell: ({ text }) => text, whole: ({ text }) => text },
		{ key: 'created', label: adminWords.time, cell: ({ created }) => <Time iso={created} /> },
		{ key: 'audience', label: words.audience, cell: ({ audience }) => words.audiences[audience] },
		{ key: 'ends', label: words.ends, cell: ({ ends }) => <Time iso={ends} /> },
		{ key: 'shown', label: words.shown, isNumber: true, cell: ({ shown }) => formatCount(shown) },
		{ key: 'read', label: words.read, isNumber: true, cell: ({ read }) => formatCount(read) },
		{
			key: 'act',
			label: words.act,
			cell: ({ id, subject }) => (
				<ActionButton
					label={words.takeBack}
					named={words.takeBackNamed(subject)}
					will={words.takeBackWill(subject)}
					sure={words.takeBackSure}
					act={async () => {
						await api.inbox.deleteAnnouncement({ params: { id }, body: {} });
						return words.takenBack(subject);
					}}
				/>
			),
		},
	];
	return (
		<>
			<PageHead title={words.title} note={words.note}>
				<button type="button" className={primaryClass} onClick={() => dialog.current?.showModal()}>
					{words.make}
				</button>
			</PageHead>
			<AdminTable
				label={words.title}
				rules={ANNOUNCEMENTS}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.empty }}
			/>
			<AnnounceDialog dialog={dialog} />
		</>
	);
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

export type Announcement = AnswerOf<Contract['inbox']['announcements']>['items'][number];

function announcementsQuery(api: Api, state: TableState<'created', never>) {
	return queryOptions({
		queryKey: [...ADMIN, 'announcements', state],
		queryFn: () => api.inbox.announcements({ query: rangeOf(state) }),
		...LIVE,
	});
}
