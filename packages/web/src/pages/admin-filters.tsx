import { TABS } from '@sw/domain/signals/sector';
import { PageHead } from '../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink } from '../entities/administration/table-state.ts';
import { toDraft } from '../features/filters/draft.ts';
import { FilterEditor } from '../features/filters/editor.tsx';
import { useFilters } from '../features/filters/use-filters.ts';
import { Segmented } from '../ui/controls/segmented.tsx';
import { LoadFailed } from '../ui/states/load-failed.tsx';
import { StateBox } from '../ui/states/state-box.tsx';
import { words as common } from '../ui/words.ts';
import css from './admin-filters.module.css';
import { builtInFilterWords as words } from './admin-filters-words.ts';

/** Edits the built-in filters: one per tab, the default of all users there. It has the same editor as users' own filters. */
export function AdminFilters({ search }: { search: AdminSearch }) {
	const filters = useFilters();
	const { data, isError, refetch } = filters.query;
	const builtInFilters = (data?.items ?? []).filter((filter) => filter.is_branded);
	const tabs = TABS.filter(({ name }) => builtInFilters.some(({ tab }) => tab === name));
	const currentTab = tabs.find(({ name }) => name === search['tab']) ?? tabs[0];
	const filter = builtInFilters.find(({ tab }) => tab === currentTab?.name);
	return (
		<>
			<PageHead title={words.title} note={words.note} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data || isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{data && builtInFilters.length === 0 ? <StateBox title={words.none} detail={words.noneDetail} /> : null}
			{filter ? (
				<>
					<Segmented
						label={words.tabs}
						segments={tabs.map(({ name, label }) => ({
							key: name,
							label,
							active: name === filter.tab,
							link: adminLink('filters', { tab: name }),
						}))}
					/>
					<div className={css['editor']}>
						<FilterEditor
							key={filter.id}
							start={toDraft(filter)}
							saved={filter}
							isAdmin
							filters={filters}
							savedMessage={words.saved}
							onSaved={() => {}}
							onDeleted={() => {}}
						/>
					</div>
				</>
			) : null}
		</>
	);
}
