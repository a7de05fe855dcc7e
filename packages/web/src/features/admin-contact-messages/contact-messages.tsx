import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { maxLength, required } from '@sw/domain/access/form-rules';
import { MAX_REPLY_LENGTH } from '@sw/domain/outreach/contact-message';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { adminWords } from '../../entities/administration/words.ts';
import type { Api } from '../../lib/api/client.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { useForm } from '../../ui/forms/form-box.tsx';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { words as common } from '../../ui/words.ts';
import { contactMessageWords as words } from './words.ts';

const RULES = { text: [required(), maxLength(MAX_REPLY_LENGTH)] };

export type ContactMessage = AnswerOf<Contract['outreach']['contactLetters']>['items'][number];
type ContactMessageFilter = 'q' | 'dealt_with';

const CONTACT_MESSAGES: TableRules<'time', ContactMessageFilter> = {
	page: 'letters',
	sortable: [],
	sortBy: 'time',
	sortDir: 'desc',
	filters: { q: 'text', dealt_with: ['no', 'yes'] },
};

/** Lists contact messages to the operator, open and done. */
export function AdminContactMessages({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(CONTACT_MESSAGES, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(contactMessagesQuery(api, state));
	const [openMessage, setOpenMessage] = useState<ContactMessage>();
	const columns: readonly AdminColumn<ContactMessage, string>[] = [
		{ key: 'time', label: adminWords.time, cell: ({ time }) => <Time iso={time} /> },
		{ key: 'from', label: words.from, cell: ({ name, email }) => (name === '' ? email : `${name}, ${email}`) },
		{
			key: 'subject',
			label: words.subject,
			cell: (message) => (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.open(formatSubject(message), message.email)}
					onClick={() => setOpenMessage(message)}
				>
					{formatSubject(message)}
				</button>
			),
		},
		{
			key: 'state',
			label: words.state,
			cell: ({ dealt_with_at: at }) => (at === null ? words.notYet : <Time iso={at} />),
		},
		{
			key: 'act',
			label: words.act,
			cell: (message) => {
				const { id, email } = message;
				const isOpen = message.dealt_with_at === null;
				return (
					<ActionButton
						label={isOpen ? words.markDone : words.reopen}
						fullLabel={(isOpen ? words.markDoneNamed : words.reopenNamed)(formatSubject(message), email)}
						effect={(isOpen ? words.markDoneEffect : words.reopenEffect)(email)}
						confirmLabel={isOpen ? words.markDoneConfirm : words.reopenConfirm}
						act={async () => {
							await api.outreach.changeContactLetter({ params: { id }, body: { dealt_with: isOpen } });
							return (isOpen ? words.markedDone : words.reopened)(email);
						}}
					/>
				);
			},
		},
	];
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={CONTACT_MESSAGES} state={state} labels={words.filters} words={{ dealt_with: words.dealtWith }} />
			<AdminTable
				label={words.title}
				rules={CONTACT_MESSAGES}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: hasFilters ? words.noneMatches : words.empty }}
			/>
			{openMessage ? <ContactMessageDialog message={openMessage} close={() => setOpenMessage(undefined)} /> : null}
		</>
	);
}

function formatSubject({ subject }: ContactMessage): string {
	return subject || words.noSubject;
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Dialog with the text of a contact message and a form for the reply. Opens on mount. */
function ContactMessageDialog({
	message: { id, email, name, subject, message, time },
	close,
}: {
	message: ContactMessage;
	close: () => void;
}) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const dialog = useRef<HTMLDialogElement>(null);
	const form = useForm(RULES, { text: '' }, async (body) => {
		await api.outreach.answerContactLetter({ params: { id }, body });
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		dialog.current?.close();
		snack.info(words.title, words.answered(email));
	});
	return (
		<Dialog dialog={dialog} title={subject || words.noSubject} size="wide" opensOnMount onClose={close}>
			<p>{words.senderLine(name, email, etDateTime(msOf(time)))}</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
			<pre className={css['mail']} tabIndex={0}>
				{message}
			</pre>
			<form method="dialog" onSubmit={form.onSubmit} noValidate>
				<Labelled label={words.answer} hint={words.answerHint} error={form.errors.text}>
					{(fieldProps) => (
						<textarea
							{...fieldProps}
							name="text"
							rows={6}
							className={field['input']}
							value={form.values.text}
							onChange={(event) => form.set('text', event.currentTarget.value)}
						/>
					)}
				</Labelled>
				<p className={field['fault']} role="alert">
					{form.failure}
				</p>
				<div className={css['actions']}>
					<button type="submit" className={buttonClass} disabled={form.busy}>
						{words.send}
					</button>
					<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
						{common.close}
					</button>
				</div>
			</form>
		</Dialog>
	);
}

function contactMessagesQuery(api: Api, state: TableState<'time', ContactMessageFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'letters', state],
		queryFn: () => {
			const { q, dealt_with: dealtWith } = filterParameters(state);
			return api.outreach.contactLetters({
				query: { ...(q ? { q } : {}), ...(dealtWith ? { dealt_with: dealtWith === 'yes' } : {}), ...pageParameters(state) },
			});
		},
		...ALWAYS_REFETCH,
	});
}
