import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type AdminColumn, AdminTable, PageHead } from '../../entities/administration/admin-table.tsx';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	pageParameters,
	readTable,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import type { Api } from '../../lib/api/client.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { words as common } from '../../ui/words.ts';
import { outboxWords } from './words.ts';

const OUTBOX: TableRules<'time', never> = { page: 'outbox', sortable: [], sortBy: 'time', sortDir: 'desc', filters: {} };

export function AdminOutbox({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(OUTBOX, search);
	const { data, isError, refetch } = useQuery(outboxQuery(api, state));
	const [openId, setOpenId] = useState<string | null>(null);
	const columns: readonly AdminColumn<Mail, string>[] = [
		{ key: 'time', label: adminWords.time, cell: ({ time }) => <EtTime ms={msOf(time)}>{etDateTime(msOf(time))}</EtTime> },
		{ key: 'to', label: outboxWords.to, cell: ({ to }) => to },
		{
			key: 'subject',
			label: outboxWords.subject,
			cell: ({ id, subject, to }) => (
				<button type="button" className={buttonClass} aria-label={outboxWords.open(subject, to)} onClick={() => setOpenId(id)}>
					{subject}
				</button>
			),
		},
	];
	return (
		<>
			<PageHead title={outboxWords.title} />
			<AdminTable
				label={outboxWords.title}
				rules={OUTBOX}
				state={state}
				columns={columns}
				idOf={(mail) => mail.id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: outboxWords.empty, detail: outboxWords.emptyDetail }}
			/>
			{openId ? <MailDialog key={openId} id={openId} close={() => setOpenId(null)} /> : null}
		</>
	);
}

/** Dialog with the text of a mail. The HTML is only in the .eml file for mail programs, because mail markup doesn't belong in our pages. */
function MailDialog({ id, close }: { id: string; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(mailQuery(api, id));
	return (
		<Dialog dialog={dialog} title={data?.subject ?? ''} size="wide" opensOnMount onClose={close}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
			<pre className={css['mail']} tabIndex={0}>
				{data?.text}
			</pre>
			<form method="dialog" className={css['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}

type Mail = AnswerOf<Contract['accounts']['outbox']>['items'][number];

function outboxQuery(api: Api, state: TableState<'time', never>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'outbox', state],
		queryFn: () => api.accounts.outbox({ query: pageParameters(state) }),
		...ALWAYS_REFETCH,
	});
}

function mailQuery(api: Api, id: string) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'outbox', 'mail', id], queryFn: () => api.accounts.outboxMail({ params: { id } }) });
}
