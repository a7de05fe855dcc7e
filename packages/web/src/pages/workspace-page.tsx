import { Link } from '@tanstack/react-router';
import type { ListHome, ListSearch } from '../entities/list-state/search.ts';
import type { ListState } from '../entities/list-state/state.ts';
import { FilterButton } from '../features/filters/filter-sheet.tsx';
import { ReportPicker } from '../features/reports/report-picker.tsx';
import { useMarketNow } from '../features/shell/market-clock.ts';
import { ExportMenu } from '../features/signals/export/export-menu.tsx';
import { workspaceWords as words } from '../features/signals/shared/workspace-words.ts';
import { WorkspaceList } from '../features/signals/workspace/workspace-list.tsx';
import { buttonClass } from '../ui/button.ts';
import { onDemand } from '../ui/states/on-demand.tsx';

// Loaded separately, so that the list doesn't wait for these parts.
const ListRecord = onDemand(async () => (await import('../features/record/list-record.tsx')).ListRecord, 'silent');
const BreadthStrip = onDemand(async () => (await import('../features/breadth/strip.tsx')).BreadthStrip);

interface Props {
	home: ListHome;
	search: ListSearch;
	/** Changes the state read from the URL. For pages that show only a part of the lists. */
	adjust?: (state: ListState) => ListState;
	/** True on pages without tabs. */
	hideTabs?: boolean;
}

/** Shows a trader's list with everything around it. The features are combined here. */
export function WorkspacePage({ home, search, adjust, hideTabs = false }: Props) {
	const now = useMarketNow();
	return (
		<WorkspaceList
			home={home}
			search={search}
			now={now}
			hideTabs={hideTabs}
			{...(adjust ? { adjust } : {})}
			record={({ state }) => <ListRecord state={state} />}
			breadth={({ tab }) => <BreadthStrip tab={tab} now={now} />}
			moreTools={({ state, reading, openForm, startSelecting, prefetchSelection }) => (
				<>
					<button
						type="button"
						data-closes=""
						className={`${buttonClass} needs-script`}
						onPointerEnter={prefetchSelection}
						onFocus={prefetchSelection}
						onClick={startSelecting}
					>
						{words.select}
					</button>
					<button
						type="button"
						data-closes=""
						className={`${buttonClass} needs-script`}
						onClick={() =>
							openForm({
								alert: { scope: String(state.watchlist ?? 'favourites'), kind: 'enters', tab: state.tab, strategy: state.strategy },
							})
						}
					>
						{words.alert}
					</button>
					<ExportMenu state={state} reading={reading} />
				</>
			)}
			tools={({ state, reading, go }) => (
				<>
					{state.fromFilters ? (
						<Link to="/filter-settings-list" className={buttonClass}>
							{words.toFilters}
						</Link>
					) : null}
					<FilterButton state={state} go={go} hideShowChoice={hideTabs} />
					<ReportPicker home={home} state={state} reading={reading} now={now} />
				</>
			)}
		/>
	);
}
