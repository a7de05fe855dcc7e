import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { WAIT_LIST_SOURCES, type WaitListSource } from '@sw/domain/outreach/wait-list';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	readTable,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import css from './wait-list.module.css';
import { waitListWords as words } from './words.ts';

export type WaitListSignUp = AnswerOf<Contract['outreach']['waitList']>['items'][number];
type SignUpFilter = 'email' | 'source' | 'from' | 'to';

const WAIT_LIST: TableRules<'created', SignUpFilter> = {
	page: 'wait-list',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { email: 'text', source: WAIT_LIST_SOURCES, from: 'date', to: 'date' },
};

/** Lists wait-list sign-ups, with a button to remove each. */
export function AdminWaitList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(WAIT_LIST, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(waitListQuery(api, state));
	const [openSignUp, setOpenSignUp] = useState<WaitListSignUp>();
	const columns: readonly AdminColumn<WaitListSignUp, string>[] = [
		{
			key: 'email',
			label: words.email,
			cell: (entry) => (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.open(entry.email, entry.source)}
					onClick={() => setOpenSignUp(entry)}
				>
					{entry.email}
				</button>
			),
		},
		{ key: 'source', label: words.source, cell: ({ source }) => source },
		{ key: 'created', label: words.created, cell: ({ created }) => <EtTime ms={msOf(created)}>{etDateTime(msOf(created))}</EtTime> },
		{
			key: 'act',
			label: words.act,
			cell: ({ email, source }) => (
				<ActionButton
					label={words.remove}
					fullLabel={words.removeNamed(email, source)}
					effect={words.removeEffect(email, source)}
					confirmLabel={words.removeConfirm}
					act={async () => {
						await api.outreach.deleteWaitListEntry({ params: { email }, query: { source }, body: {} });
						return words.removed(email, source);
					}}
				/>
			),
		},
	];
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={WAIT_LIST} state={state} labels={words.filters} />
			<AdminTable
				label={words.title}
				rules={WAIT_LIST}
				state={state}
				columns={columns}
				idOf={({ email, source }) => `${email} ${source}`}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.empty }}
			/>
			{openSignUp ? <SignUpDialog entry={openSignUp} close={() => setOpenSignUp(undefined)} /> : null}
		</>
	);
}

/** Dialog with the current state of a sign-up. It says whether the e-mail address has an account. Opens on mount. */
function SignUpDialog({ entry, close }: { entry: WaitListSignUp; close: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const { data, error, refetch } = useQuery(signUpQuery(api, entry));
	const isGone = error instanceof ApiError && error.status === 404;
	return (
		<Dialog dialog={dialog} title={entry.email} opensOnMount onClose={close}>
			{isGone ? <p>{words.gone}</p> : null}
			{error && !isGone ? <LoadFailed retry={() => void refetch()} /> : null}
			{!data && !error ? (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			) : null}
			{data && !error ? (
				<dl className={css['facts']}>
					<dt>{words.source}</dt>
					<dd>{data.source}</dd>
					<dt>{words.created}</dt>
					<dd>
						<EtTime ms={msOf(data.created)}>{etDateTime(msOf(data.created))}</EtTime>
					</dd>
					<dt>{words.account}</dt>
					<dd>{data.has_account ? words.hasAccount : words.noAccount}</dd>
				</dl>
			) : null}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}

function waitListQuery(api: Api, state: TableState<'created', SignUpFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'wait-list', state],
		queryFn: () => {
			const { email, source, from, to } = filterParameters(state);
			return api.outreach.waitList({
				query: {
					...(email ? { Email: email } : {}),
					...(source ? { Source: source as WaitListSource } : {}),
					...(from ? { From: from } : {}),
					...(to ? { To: to } : {}),
					...pageParameters(state),
				},
			});
		},
		...ALWAYS_REFETCH,
	});
}

function signUpQuery(api: Api, { email, source }: WaitListSignUp) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'wait-list', 'entry', email, source],
		queryFn: () => api.outreach.waitListEntry({ params: { email }, query: { source } }),
		staleTime: 0,
	});
}
