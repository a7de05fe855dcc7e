import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { NOTICE_COLUMNS } from './notice-table.tsx';
import { noticeWords as words } from './notice-words.ts';
import { OneNotice } from './one-notice.tsx';
import { NOTICES, noticesQuery } from './queries.ts';
import { TurnedAwayPart } from './turned-away.tsx';
import { commerceWords } from './words.ts';

/** All payment notifications, or the one in the address. */
export const AdminNotices = ({ search }: { search: AdminSearch }) =>
	search['notice'] ? <OneNotice key={search['notice']} id={search['notice']} /> : <NoticeList search={search} />;

const NoticeList = ({ search }: { search: AdminSearch }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(NOTICES, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(noticesQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={NOTICES} state={state} labels={words.filters} words={{ state: commerceWords.noticeStates }} />
			<AdminTable
				label={words.title}
				rules={NOTICES}
				state={state}
				columns={NOTICE_COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: isSearched ? words.noneMatches : words.none }}
			/>
			{data ? <TurnedAwayPart rows={data.turned_away} /> : null}
		</>
	);
};
