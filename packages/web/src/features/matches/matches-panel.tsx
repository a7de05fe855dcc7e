import { strategyOf } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { listLink } from '../../entities/list-state/search.ts';
import { type ListState, withTab } from '../../entities/list-state/state.ts';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { More } from '../../ui/content/more.tsx';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { countReports, createMatchRows, describeSpan, type MatchRow, matchesQuery, type TickerFilters } from './match-rows.ts';
import css from './matches.module.css';
import { matchWords as words } from './words.ts';

/** Shows which of the reader's and the built-in filters the ticker matches now, and how often it matched in the last ten sessions. */
export function MatchesPanel({ detail, list }: { detail: WorkspaceDetail; list: ListState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(matchesQuery(api, detail.ticker_id, detail.date, list.version));
	return (
		<section className={panel['panel']} aria-labelledby="matches">
			<h2 id="matches" className={panel['title']}>
				{words.title}
			</h2>
			{data ? (
				<MatchTable matches={data} list={list} />
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
		</section>
	);
}

function MatchTable({ matches, list }: { matches: TickerFilters; list: ListState }) {
	const { rows, unmatched } = createMatchRows(matches);
	const reportCount = countReports(matches);
	if (matches.items.length === 0) {
		return (
			<p className={panel['note']}>
				{words.noFilters}{' '}
				<Link to="/filter-settings-list" className={panel['inline'] ?? ''} preload={false}>
					{words.toFilters}
				</Link>
			</p>
		);
	}
	return (
		<>
			{rows.length > 0 ? (
				<table className={panel['table']}>
					<TableHeader names={Object.values(words.columns)} />
					<tbody>
						{rows.map((row) => (
							<Row key={row.id} row={row} reportCount={reportCount} list={list} />
						))}
					</tbody>
				</table>
			) : (
				<p className={panel['note']}>{words.none}</p>
			)}
			<div className={panel['note']}>
				{describeSpan(matches)} {words.rules}
				{unmatched.length > 0 ? <More label={words.never(unmatched.length)} lines={unmatched} /> : null}
			</div>
		</>
	);
}

function Row({ row, reportCount, list }: { row: MatchRow; reportCount: number; list: ListState }) {
	return (
		<tr>
			<th scope="row" className={css['name']}>
				<Link {...filterLink(list, row)} className={panel['inline'] ?? ''} title={words.open(row.name)} preload={false}>
					{row.name}
				</Link>
				<small>{row.isBuiltIn ? `${row.tabLabel} · ${words.builtIn}` : row.tabLabel}</small>
			</th>
			<td className={row.isMatch ? css['now'] : css['never']}>{row.isMatch ? words.matches : words.matchesNot}</td>
			<td>
				<Sessions sessions={row.sessions} />
			</td>
			<td>{words.of(formatCount(row.total), formatCount(reportCount))}</td>
		</tr>
	);
}

function Sessions({ sessions }: Pick<MatchRow, 'sessions'>) {
	return (
		<>
			<span className={css['sessions']} aria-hidden="true">
				{sessions.map(({ share, label }) => (
					<span key={label} title={label} data-unknown={share === null ? '' : undefined}>
						{share ? <i style={{ height: `${Math.max(10, Math.round(share * 100))}%` }} /> : null}
					</span>
				))}
			</span>
			<span className="visually-hidden">{sessions.map(({ label }) => label).join(', ')}</span>
		</>
	);
}

/** Links to the filter's list in the open report. */
function filterLink(list: ListState, { id, tab, timeframes }: MatchRow) {
	return listLink(list.report === undefined ? '/main' : '/reports', {
		...withTab(list, tab),
		strategy: strategyOf(timeframes)?.name ?? list.strategy,
		filter: id,
	});
}
