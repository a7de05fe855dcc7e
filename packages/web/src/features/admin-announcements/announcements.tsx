import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { maxLength, required } from '@sw/domain/access/form-rules';
import { ANNOUNCEMENT_LENGTH, AUDIENCES, type Audience } from '@sw/domain/inbox/announcement';
import { exchangeDate } from '@sw/domain/time/units';
import { addDays } from '@sw/domain/time/zone';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
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
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, etMidnight, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { useForm } from '../../ui/forms/form-box.tsx';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { primaryClass } from '../../ui/primary.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import { announcementWords as words } from './words.ts';

const RULES = {
	subject: [required(), maxLength(ANNOUNCEMENT_LENGTH.subject)],
	text: [required(), maxLength(ANNOUNCEMENT_LENGTH.text)],
	ends: [required(words.endRequired)],
};

const EMPTY = { subject: '', text: '', ends: '' };

const ANNOUNCEMENTS: TableRules<'created', never> = {
	page: 'announcements',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: {},
};

/** Lists announcements with their audience, read counts and a button to withdraw each. */
export function AdminAnnouncements({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(ANNOUNCEMENTS, search);
	const { data, isError, refetch } = useQuery(announcementsQuery(api, state));
	const dialog = useRef<HTMLDialogElement>(null);
	const columns: readonly AdminColumn<Announcement, string>[] = [
		{ key: 'subject', label: words.subject, cell: ({ subject }) => subject },
		{ key: 'text', label: words.text, cell: ({ text }) => text, tooltip: ({ text }) => text },
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
					label={words.withdraw}
					fullLabel={words.withdrawNamed(subject)}
					effect={words.withdrawEffect(subject)}
					confirmLabel={words.withdrawConfirm}
					act={async () => {
						await api.inbox.deleteAnnouncement({ params: { id }, body: {} });
						return words.withdrawn(subject);
					}}
				/>
			),
		},
	];
	return (
		<>
			<PageHead title={words.title} note={words.note}>
				<button type="button" className={primaryClass} onClick={() => dialog.current?.showModal()}>
					{words.create}
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
		queryKey: [...ADMIN_KEY, 'announcements', state],
		queryFn: () => api.inbox.announcements({ query: pageParameters(state) }),
		...ALWAYS_REFETCH,
	});
}

/** Returns the instant (ISO 8601) at which an announcement ends. `date`: its last day in Eastern Time. */
export function endOfLastDay(date: string): string {
	return etMidnight(addDays(exchangeDate(date), 1));
}

/** Dialog that writes an announcement to an audience. */
function AnnounceDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [audience, setAudience] = useState<Audience>('everybody');
	const form = useForm(RULES, EMPTY, async ({ subject, text, ends }) => {
		await api.inbox.announce({ body: { subject, text, audience, ends: endOfLastDay(ends) } });
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		dialog.current?.close();
		snack.info(words.sent, words.sentDetail(words.audiences[audience], ends));
		form.reset(EMPTY);
	});
	return (
		<Dialog dialog={dialog} title={words.create} size="wide">
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<p>{words.note}</p>
				<Labelled label={words.subject} error={form.errors.subject}>
					{(fieldProps) => (
						<input
							{...fieldProps}
							name="subject"
							className={field['input']}
							value={form.values.subject}
							maxLength={ANNOUNCEMENT_LENGTH.subject}
							onChange={(event) => form.set('subject', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<Labelled label={words.text} hint={words.textHint} error={form.errors.text}>
					{(fieldProps) => (
						<textarea
							{...fieldProps}
							name="text"
							rows={6}
							className={field['input']}
							value={form.values.text}
							maxLength={ANNOUNCEMENT_LENGTH.text}
							onChange={(event) => form.set('text', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<Labelled label={words.audience}>
					{(fieldProps) => (
						<select
							{...fieldProps}
							className={field['input']}
							value={audience}
							onChange={(event) => setAudience(AUDIENCES.find((option) => option === event.currentTarget.value) ?? 'everybody')}
						>
							{AUDIENCES.map((option) => (
								<option key={option} value={option}>
									{words.audiences[option]}
								</option>
							))}
						</select>
					)}
				</Labelled>
				<Labelled label={words.ends} hint={words.endsHint} error={form.errors.ends}>
					{(fieldProps) => (
						<input
							{...fieldProps}
							name="ends"
							type="date"
							className={field['input']}
							value={form.values.ends}
							onChange={(event) => form.set('ends', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<p className={css['failure']} role="alert">
					{form.failure}
				</p>
				<div className={css['actions']}>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.cancel}
					</button>
					<button type="submit" className={primaryClass} disabled={form.busy}>
						{words.send}
					</button>
				</div>
			</form>
		</Dialog>
	);
}
