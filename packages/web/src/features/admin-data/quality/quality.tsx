import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable, PageHead } from '../../../entities/administration/admin-table.tsx';
import { ADMIN_KEY, type AdminSearch, ALWAYS_REFETCH, readTable, type TableRules } from '../../../entities/administration/table-state.ts';
import { adminWords } from '../../../entities/administration/words.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { etDateTime, monthDayYear, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import { StateBox } from '../../../ui/states/state-box.tsx';
import css from '../data.module.css';
import { type View, viewLink } from '../data-address.ts';
import { qualityWords as words } from './words.ts';

type QualityRow = AnswerOf<Contract['operations']['dataQuality']>['items'][number];

const RULES: TableRules<'kind', never> = { page: 'quality', sortable: [], sortBy: 'kind', sortDir: 'asc', filters: {} };

/** The section of the data page that resolves each kind of problem. */
const VIEW_BY_KIND: Readonly<Record<QualityRow['kind'], View>> = {
	gaps: 'gaps',
	splits: 'splits',
	quarantine: 'quarantine',
	outliers: 'quarantine',
};

const COLUMNS: readonly AdminColumn<QualityRow, string>[] = [
	{ key: 'kind', label: words.kind, cell: ({ kind }) => words.kinds[kind].label },
	{
		key: 'open',
		label: words.open,
		cell: ({ open }) => (open === null ? words.unchecked : open === 0 ? formatCount(open) : <b>{formatCount(open)}</b>),
		isNumber: true,
	},
	{ key: 'newest', label: words.newest, cell: formatNewest },
	{
		key: 'checked',
		label: words.checked,
		cell: ({ checked }) => (checked === null ? adminWords.never : <EtTime ms={msOf(checked)}>{etDateTime(msOf(checked))}</EtTime>),
	},
	{ key: 'meaning', label: words.meaning, cell: ({ kind }) => words.kinds[kind].meaning, tooltip: ({ kind }) => words.kinds[kind].meaning },
	{
		key: 'act',
		label: words.list,
		cell: ({ kind }) => (
			<Link {...viewLink(VIEW_BY_KIND[kind])} className={buttonClass}>
				{words.kinds[kind].link}
			</Link>
		),
	},
];

/** Shows gaps, splits, quarantine and outliers in one table: how many are open, the newest, and a link to resolve them. */
export function AdminQuality({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({
		queryKey: [...ADMIN_KEY, 'data', 'quality'],
		queryFn: () => api.operations.dataQuality(),
		...ALWAYS_REFETCH,
	});
	const uncheckedCount = data?.items.filter(({ open }) => open === null).length ?? 0;
	if (data && uncheckedCount === data.items.length)
		return (
			<>
				<PageHead title={words.title} />
				<StateBox title={words.empty} detail={words.emptyDetail}>
					<Link {...viewLink('gaps')} className={buttonClass}>
						{words.start}
					</Link>
				</StateBox>
			</>
		);
	return (
		<>
			<PageHead title={words.title} />
			{data ? (
				<p role="status" className={css['note']}>
					{words.summary(
						data.items.reduce((sum, { open }) => sum + (open ?? 0), 0),
						uncheckedCount,
					)}{' '}
					{words.note}
				</p>
			) : null}
			<AdminTable
				label={words.table}
				rules={RULES}
				state={readTable(RULES, search)}
				columns={COLUMNS}
				idOf={({ kind }) => kind}
				data={data && { items: data.items, total_count: data.items.length }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.empty, detail: words.emptyDetail }}
			/>
		</>
	);
}

function formatNewest({ open, newest }: QualityRow): string {
	if (newest !== null) return monthDayYear(newest);
	if (open === null) return words.unknown;
	return open === 0 ? adminWords.none : words.inList;
}
