import { routes } from 'virtual:routes/administration';
import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import css from '../../entities/administration/administration.module.css';
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
import { type Api, urlOf } from '../../lib/api/client.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { auditWords } from './words.ts';

const COLUMNS: readonly AdminColumn<AuditEntry, string>[] = [
	{ key: 'time', label: adminWords.time, cell: ({ time }) => <EtTime ms={msOf(time)}>{etDateTime(msOf(time))}</EtTime> },
	{ key: 'actor', label: auditWords.actor, cell: ({ actor }) => actor },
	{ key: 'what', label: auditWords.act, cell: ({ act }) => act },
	{ key: 'target', label: auditWords.target, cell: ({ target }) => formatDatesIn(target) },
	{ key: 'detail', label: auditWords.detail, cell: ({ detail }) => formatDetail(detail), tooltip: ({ detail }) => formatDetail(detail) },
	{ key: 'address', label: auditWords.address, cell: ({ address }) => address },
];

type Detail = Readonly<Record<string, unknown>>;

export type AuditEntry = AnswerOf<Contract['accounts']['audit']>['items'][number];
type AuditFilter = 'actor' | 'act' | 'target' | 'from' | 'to';
type AuditState = TableState<'time', AuditFilter>;

const AUDIT: TableRules<'time', AuditFilter> = {
	page: 'audit',
	sortable: [],
	sortBy: 'time',
	sortDir: 'desc',
	filters: { actor: 'text', act: 'text', target: 'text', from: 'date', to: 'date' },
};

export function AdminAudit({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(AUDIT, search);
	const hasFilters = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(auditQuery(api, state));
	return (
		<>
			<PageHead title={auditWords.title}>
				<a className={buttonClass} href={auditFileUrl(state)} download title={auditWords.fileHint}>
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
				empty={{ detail: hasFilters ? auditWords.noneMatches : auditWords.empty }}
			/>
			{data?.is_more ? <p className={css['note']}>{auditWords.older}</p> : null}
		</>
	);
}

/** Describes a change: 'license: premium → pro, role: user → admin'. A list of two values means before and after. */
export function formatDetail(detail: Detail): string {
	return Object.entries(detail)
		.map(
			([key, value]) => `${key}: ${Array.isArray(value) && value.length === 2 ? value.map(formatValue).join(' → ') : formatValue(value)}`,
		)
		.join(', ');
}

function auditQuery(api: Api, state: AuditState) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'audit', state],
		queryFn: () => api.accounts.audit({ query: { ...filterParameters(state), ...pageParameters(state) } }),
		...ALWAYS_REFETCH,
	});
}

/** Returns the URL of a CSV file with the results of the current search. */
function auditFileUrl(state: AuditState): string {
	const [, path] = routes.accounts.auditExport;
	return urlOf(path, { query: filterParameters(state) });
}

function formatValue(value: unknown): string {
	if (value === null || value === undefined || value === '') return adminWords.none;
	if (Array.isArray(value)) return value.length === 0 ? adminWords.none : value.map(formatValue).join('; ');
	if (typeof value !== 'object') return typeof value === 'string' ? formatDatesIn(value) : String(value);
	return Object.entries(value)
		.map(([key, item]) => `${key} ${formatValue(item)}`)
		.join(', ');
}
