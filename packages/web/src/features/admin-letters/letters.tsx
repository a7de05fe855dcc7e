import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActButton } from '../../entities/administration/act-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { LETTERS, type Letter, lettersQuery } from './queries.ts';
import { letterWords as words } from './words.ts';

const Time = ({ iso }: { iso: string }) => <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;

const subjectOf = ({ subject }: Letter): string => subject || words.noSubject;

/** Contact messages to the operator, open or done. */
export const AdminLetters = ({ search }: { search: AdminSearch }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(LETTERS, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(lettersQuery(api, state));
	const [opened, open] = useState<Letter>();
	const columns: readonly AdminColumn<Letter, string>[] = [
		{ key: 'time', label: adminWords.time, cell: ({ time }) => <Time iso={time} /> },
		{ key: 'from', label: words.from, cell: ({ name, email }) => (name === '' ? email : `${name}, ${email}`) },
		{
			key: 'subject',
			label: words.subject,
			cell: (letter) => (
				<button type="button" className={buttonClass} aria-label={words.open(subjectOf(letter), letter.email)} onClick={() => open(letter)}>
					{subjectOf(letter)}
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
			cell: (letter) => {
				const { id, email } = letter;
				const isOpen = letter.dealt_with_at === null;
				return (
					<ActButton
						label={isOpen ? words.deal : words.reopen}
						named={(isOpen ? words.dealNamed : words.reopenNamed)(subjectOf(letter), email)}
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
			<TableFilters rules={LETTERS} state={state} labels={words.filters} words={{ dealt_with: words.dealtWith }} />
			<AdminTable
				label={words.title}
				rules={LETTERS}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: isSearched ? words.noneMatches : words.empty }}
			/>
			{opened ? <LetterDialog letter={opened} close={() => open(undefined)} /> : null}
		</>
	);
};
