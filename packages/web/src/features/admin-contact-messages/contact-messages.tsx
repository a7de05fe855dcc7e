import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { ContactMessageDialog } from './contact-message-dialog.tsx';
import { CONTACT_MESSAGES, type ContactMessage, contactMessagesQuery } from './queries.ts';
import { contactMessageWords as words } from './words.ts';

/** Contact messages to the operator, open or done. */
export function AdminContactMessages({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(CONTACT_MESSAGES, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(contactMessagesQuery(api, state));
	const [opened, open] = useState<ContactMessage>();
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
					aria-label={words.open(subjectOf(message), message.email)}
					onClick={() => open(message)}
				>
					{subjectOf(message)}
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
						label={isOpen ? words.deal : words.reopen}
						named={(isOpen ? words.dealNamed : words.reopenNamed)(subjectOf(message), email)}
						will={(isOpen ? words.dealWill : words.reopenWill)(email)}
						sure={isOpen ? words.dealSure : words.reopenSure}
						act={async () => {
							await api.outreach.changeContactLetter({ params: { id }, body: { dealt_with: isOpen } });
							return (isOpen ? words.dealt : words.reopened)(email);
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
				empty={{ detail: isSearched ? words.noneMatches : words.empty }}
			/>
			{opened ? <ContactMessageDialog message={opened} close={() => open(undefined)} /> : null}
		</>
	);
}

function subjectOf({ subject }: ContactMessage): string {
	return subject || words.noSubject;
}

function Time({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}
