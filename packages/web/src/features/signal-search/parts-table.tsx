import { routes } from 'virtual:routes';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Sparkline } from '../../charts/sparkline/sparkline.tsx';
import { ExportLinks } from '../../entities/record/export-links.tsx';
import { recordWords } from '../../entities/record/words.ts';
import { urlOf } from '../../lib/api/client.ts';
import { directionOf, formatChange } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { type FullTask, PARTS_PER_PAGE, type Part, partQuery, partsQuery } from './queries.ts';
import { PART_SORTS, type PartSort, type SearchState } from './search-state.ts';
import css from './signal-search.module.css';
import { searchLink } from './use-searches.ts';
import { words } from './words.ts';

const ARROWS = { asc: '▲', desc: '▼' } as const;
const COLUMNS = ['time', 'rate', 'outcome', 'excess', 'path'] as const;

/** Shows the occurrences found by a search in pages, each occurrence with its outcome. */
export function PartsTable({ task, state }: { task: FullTask; state: SearchState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(partsQuery(api, task, state));
	const [, exportPath] = routes.research.searchPartsExport;
	const firstIndex = (state.page - 1) * PARTS_PER_PAGE;
	const pageLink = (page: number) => ({ ...searchLink({ ...state, page, part: undefined }), preload: false as const });
	return (
		<section className={panel['panel']} aria-labelledby="parts" aria-busy={!data && !isError}>
			<h2 id="parts" className={panel['title']}>
				{words.parts}
			</h2>
			<p className={panel['note']}>{words.partsHint(recordWords.bars(task.question.horizons.at(-1) ?? 1))}</p>
			{isError && !data ? (
				<div role="status">
					<p>{words.partsFailed}</p>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</div>
			) : null}
			{data && data.total_count === 0 ? <p className={panel['note']}>{words.noParts}</p> : null}
			{data && data.total_count > 0 ? (
				<>
					<table className={`${panel['table']} ${css['parts']}`}>
						<caption className="visually-hidden">{words.parts}</caption>
						<Head state={state} />
						<tbody>
							{data.items.map((part) => (
								<Row key={part.id} part={part} state={state} />
							))}
						</tbody>
					</table>
					<PageSteps
						label={words.pages}
						text={words.page(
							Math.min(firstIndex + 1, data.total_count),
							Math.min(firstIndex + PARTS_PER_PAGE, data.total_count),
							data.total_count,
						)}
						previous={state.page > 1 ? pageLink(state.page - 1) : undefined}
						next={firstIndex + PARTS_PER_PAGE < data.total_count ? pageLink(state.page + 1) : undefined}
					/>
					<ExportLinks urlOf={(format) => urlOf(exportPath, { query: { task: task.id, format } })} />
				</>
			) : null}
		</section>
	);
}

function Row({ part, state }: { part: Part; state: SearchState }) {
	const lastOutcome = part.outcomes.at(-1);
	const isOpen = state.part === part.id;
	return (
		<Fragment>
			<tr>
				<th scope="row">
					<Link to="/ticker/$id" params={{ id: String(part.ticker_id) }} className={panel['inline'] ?? ''} preload={false}>
						{part.ticker}
					</Link>
					<small>
						<EtTime ms={msOf(part.time)}>{etDayClock(msOf(part.time))}</EtTime>
					</small>
				</th>
				<td>{part.rate}</td>
				<td>
					{words.outcome(lastOutcome?.hit ?? null, lastOutcome?.closed ?? false)}
					{part.reconstructed ? <small>{words.rebuilt}</small> : null}
				</td>
				<td>
					{lastOutcome?.excess == null ? (
						'n/a'
					) : (
						<Change text={formatChange(lastOutcome.excess)} direction={directionOf(lastOutcome.excess)} />
					)}
				</td>
				<td>
					<Link
						{...searchLink({ ...state, part: isOpen ? undefined : part.id })}
						className={panel['inline'] ?? ''}
						aria-expanded={isOpen}
						replace
						preload={false}
						resetScroll={false}
					>
						{isOpen ? words.hide : words.show} <span className="visually-hidden">{words.openPath(part.ticker)}</span>
					</Link>
				</td>
			</tr>
			{isOpen ? (
				<tr>
					<td colSpan={COLUMNS.length} className={css['opened']}>
						<PartPath part={part} />
					</td>
				</tr>
			) : null}
		</Fragment>
	);
}

function Head({ state }: { state: SearchState }) {
	return (
		<thead>
			<tr>
				{COLUMNS.map((column) => {
					const label = words.columns[column];
					if (!isSortColumn(column))
						return (
							<th key={column} scope="col">
								{label}
							</th>
						);
					const isActive = state.sort === column;
					const dir = isActive && state.dir === 'desc' ? 'asc' : 'desc';
					return (
						<th key={column} scope="col" aria-sort={isActive ? (state.dir === 'asc' ? 'ascending' : 'descending') : undefined}>
							<Link {...searchLink({ ...state, sort: column, dir, page: 1, part: undefined })} replace preload={false} resetScroll={false}>
								{label} <span aria-hidden="true">{isActive ? ARROWS[state.dir] : ''}</span>
							</Link>
						</th>
					);
				})}
			</tr>
		</thead>
	);
}

function isSortColumn(column: string): column is PartSort {
	return PART_SORTS.some((sort) => sort === column);
}

/** Shows the excess after one occurrence, bar by bar. */
function PartPath({ part }: { part: Part }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(partQuery(api, part.id));
	const title = words.pathTitle(part.ticker, etDayClock(msOf(part.time)));
	if (!data)
		return isError ? (
			<div role="status">
				<p>{words.partsFailed}</p>
				<Retry retry={() => void refetch()}>{words.retry}</Retry>
			</div>
		) : (
			<p role="status">{words.loading}</p>
		);
	if (data.path.length === 0) return <p className={panel['note']}>{words.noPath}</p>;
	return (
		<section aria-label={title} className={css['path']}>
			<Sparkline values={[0, ...data.path.map(({ excess }) => excess)]} className={css['line']} />
			<table className={panel['table']}>
				<caption className="visually-hidden">{title}</caption>
				<TableHeader names={Object.values(words.pathColumns)} />
				<tbody>
					{data.path.map(({ time, excess }, i) => (
						<tr key={time}>
							<th scope="row">{i + 1}</th>
							<td>
								<EtTime ms={msOf(time)}>{etDayClock(msOf(time))}</EtTime>
							</td>
							<td>
								<Change text={formatChange(excess)} direction={directionOf(excess)} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
