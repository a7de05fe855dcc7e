import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import css from '../../entities/administration/administration.module.css';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { detailText } from './detail-text.ts';
import { AUDIT, type AuditEntry, auditFileUrl, auditQuery } from './queries.ts';
import { auditWords } from './words.ts';

const COLUMNS: readonly AdminColumn<AuditEntry, string>[] = [
	{ key: 'time', label: adminWords.time, cell: ({ time }) => <EtTime ms={msOf(time)}>{etDateTime(msOf(time))}</EtTime> },
	{ key: 'actor', label: auditWords.actor, cell: ({ actor }) => actor },
	{ key: 'what', label: auditWords.act, cell: ({ act }) => act },
	{ key: 'target', label: auditWords.target, cell: ({ target }) => screenDates(target) },
	{ key: 'detail', label: auditWords.detail, cell: ({ detail }) => detailText(detail), whole: ({ detail }) => detailText(detail) },
	{ key: 'address', label: auditWords.address, cell: ({ address }) => address },
];

export function AdminAudit({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(AUDIT, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(auditQuery(api, state));
	return (
		<>
			<PageHead title={auditWords.title}>
				<a className={buttonClass} href={auditFileUrl(state)} download title={auditWords.fileHolds}>
					{auditWords.file}
				</a>
			</PageHead>
			<TableFilters rules={AUDIT} state={state} labels={auditWords.filters} />
			<AdminTable
				label={auditWords.title}
				rules={AUDIT}
				state={state}
				columns={COLUMNS}
				idOf={(entry) => entry.id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: isSearched ? auditWords.noneMatches : auditWords.empty }}
			/>
			{data?.is_more ? <p className={css['note']}>{auditWords.older}</p> : null}
		</>
	);
}
