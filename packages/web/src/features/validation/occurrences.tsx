import { routes } from 'virtual:routes';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ExportLinks } from '../../entities/record/export-links.tsx';
import { formatBasisPoints } from '../../entities/record/statistics.ts';
import { tickerLink } from '../../entities/ticker/links.ts';
import { moveToReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { urlOf } from '../../lib/api/client.ts';
import type { Validation } from '../../lib/api/types.ts';
import { directionOf, formatChange, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import { PageButtons } from '../../ui/controls/page-buttons.tsx';
import { Toggles } from '../../ui/controls/toggles.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { occurrencesQuery, type Question, toQueryParameters } from './queries.ts';
import css from './validation.module.css';
import { pageWords, validationWords as words } from './words.ts';

const NOT_AVAILABLE = 'n/a';
const PAGE_ROWS = 25;
const OUTCOMES = ['all', 'hits', 'losers', 'open'] as const;
const PERIODS = ['all', 'before', 'since'] as const;
const SORT_KEY_BY_COLUMN = { ticker: 'time', rate: 'rate', trade: undefined, own: undefined, excess: 'excess' } as const;
type Sort = NonNullable<(typeof SORT_KEY_BY_COLUMN)[keyof typeof SORT_KEY_BY_COLUMN]>;
type Occurrence = Validation['occurrences'][number];

interface SortHeadingsProps {
	sort: Sort;
	direction: 'asc' | 'desc';
	sortBy: (sort: Sort) => void;
}

const ARROWS = { asc: '▲', desc: '▼' } as const;

interface Props {
	id: number;
	question: Question;
	validation: Validation;
	state: TickerState;
}

/** Shows all occurrences in pages, losers included. The reader can narrow them to one outcome, or to reports before or since a filter was saved. */
export function Occurrences({ id, question, validation, state }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('all');
	const [period, setPeriod] = useState<(typeof PERIODS)[number]>('all');
	const [sort, setSort] = useState<Sort>('time');
	const [direction, setDirection] = useState<'asc' | 'desc'>('desc');
	const [skip, setSkip] = useState(0);
	const filterQuery = { outcome, sort_by: sort, sort_dir: direction, ...(period === 'all' ? {} : { part: period }) };
	const { data, isError, refetch } = useQuery(occurrencesQuery(api, question, { ...filterQuery, skip, max: PAGE_ROWS }));
	const [, exportPath] = routes.research.validationExport;
	// Wraps a setter so that every new choice starts at the first page.
	const withPageReset =
		<T,>(set: (value: T) => void) =>
		(value: T) => {
			set(value);
			setSkip(0);
		};
	const sortBy = (key: Sort): void => {
		setDirection(key === sort && direction === 'desc' ? 'asc' : 'desc');
		withPageReset(setSort)(key);
	};
	const horizon = validation.question.horizons[validation.main] ?? 1;
	return (
		<section className={panel['panel']} aria-labelledby="occurrences" aria-busy={!data && !isError}>
			<h2 id="occurrences" className={panel['title']}>
				{words.occurrencesTitle}
			</h2>
			<p className={panel['note']}>
				{pageWords.occurrencesHint(horizon)} {pageWords.tradeHint}
			</p>
			<div className={css['asked']}>
				<Toggles
					single
					label={pageWords.filterOutcome}
					options={OUTCOMES.map((name) => ({
						name,
						label: data ? `${pageWords.outcomeFilter[name]} ${formatCount(data.counts[name])}` : pageWords.outcomeFilter[name],
					}))}
					selected={[outcome]}
					onSelect={([next]) => withPageReset(setOutcome)(next ?? 'all')}
				/>
				{validation.saved ? (
					<Toggles
						single
						label={pageWords.filterPart}
						options={PERIODS.map((name) => ({ name, label: pageWords.partFilter[name] }))}
						selected={[period]}
						onSelect={([next]) => withPageReset(setPeriod)(next ?? 'all')}
					/>
				) : null}
			</div>
			{isError && !data ? (
				<div className={panel['note']} role="status">
					<p>{words.failedNext}</p>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</div>
			) : null}
			{data && data.total_count === 0 ? <p className={panel['note']}>{pageWords.noOccurrences}</p> : null}
			{data && data.total_count > 0 ? (
				<>
					<table className={`${panel['table']} ${css['occurrences']}`}>
						<caption className="visually-hidden">{words.tableOf(words.occurrencesTitle)}</caption>
						<SortHeadings sort={sort} direction={direction} sortBy={sortBy} />
						<tbody>
							{data.items.map((occurrence) => (
								<Row
									key={`${occurrence.ticker_id} ${occurrence.time}`}
									occurrence={occurrence}
									state={state}
									openTickerId={id}
									last={validation.last}
								/>
							))}
						</tbody>
					</table>
					<PageButtons
						label={pageWords.pages}
						text={pageWords.page(skip + 1, Math.min(skip + PAGE_ROWS, data.total_count), formatCount(data.total_count))}
						previous={skip > 0 ? () => setSkip(Math.max(0, skip - PAGE_ROWS)) : undefined}
						next={skip + PAGE_ROWS < data.total_count ? () => setSkip(skip + PAGE_ROWS) : undefined}
					/>
					<ExportLinks urlOf={(format) => urlOf(exportPath, { query: { ...toQueryParameters(question), ...filterQuery, format } })} />
				</>
			) : null}
		</section>
	);
}

function SortHeadings({ sort, direction, sortBy }: SortHeadingsProps) {
	return (
		<thead>
			<tr>
				{(Object.keys(SORT_KEY_BY_COLUMN) as (keyof typeof SORT_KEY_BY_COLUMN)[]).map((column) => {
					const key = SORT_KEY_BY_COLUMN[column];
					const label = pageWords.occurrenceColumns[column];
					if (!key)
						return (
							<th key={column} scope="col">
								{label}
							</th>
						);
					const isActive = key === sort;
					return (
						<th key={column} scope="col" aria-sort={isActive ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}>
							<button type="button" className={css['sort']} onClick={() => sortBy(key)}>
								{label} <span aria-hidden="true">{isActive ? ARROWS[direction] : ''}</span>
							</button>
						</th>
					);
				})}
			</tr>
		</thead>
	);
}

function Row({
	occurrence,
	state,
	openTickerId,
	last,
}: {
	occurrence: Occurrence;
	state: TickerState;
	openTickerId: number;
	last: string | null;
}) {
	const link = tickerLink(occurrence.ticker_id, {
		...moveToReport(state, occurrence.time),
		...(occurrence.ticker_id === openTickerId ? {} : { order: undefined, name: occurrence.ticker, initial: undefined }),
	});
	return (
		<tr>
			<th scope="row">
				<Link {...link} className={panel['inline'] ?? ''} preload={false}>
					{occurrence.ticker}
				</Link>
				<small>
					<EtTime ms={msOf(occurrence.time)}>{etDayClock(msOf(occurrence.time))}</EtTime>
				</small>
			</th>
			<td>
				{occurrence.rate} <small>{pageWords.outcomes[findOutcome(occurrence, last)]}</small>{' '}
				{occurrence.reconstructed ? <small>{pageWords.rebuilt}</small> : null}
			</td>
			<td>
				<TradeLeg name={pageWords.entry} at={occurrence.entry} price={occurrence.entry_price} />{' '}
				<TradeLeg name={pageWords.exit} at={occurrence.exit} price={occurrence.exit_price} />
			</td>
			<td>
				{occurrence.own_return === null ? NOT_AVAILABLE : formatChange(occurrence.own_return)}{' '}
				<small>
					{pageWords.peers} {occurrence.peer_return === null ? NOT_AVAILABLE : formatChange(occurrence.peer_return)}
				</small>{' '}
				<small>
					{pageWords.cost} {formatBasisPoints(occurrence.cost).replace('+', '')}{' '}
					{occurrence.cost_source === null ? '' : pageWords.costSources[occurrence.cost_source]}
				</small>
			</td>
			<td>
				{occurrence.excess === null ? (
					NOT_AVAILABLE
				) : (
					<Change text={formatChange(occurrence.excess)} direction={directionOf(occurrence.excess)} />
				)}{' '}
				<small>
					{pageWords.best} {occurrence.best === null ? NOT_AVAILABLE : formatChange(occurrence.best)}
				</small>{' '}
				<small>
					{pageWords.worst} {occurrence.worst === null ? NOT_AVAILABLE : formatChange(occurrence.worst)}
				</small>
			</td>
		</tr>
	);
}

/** Returns the outcome of an occurrence. `last`: time of the newest report; a later exit can't be measured yet. */
function findOutcome({ hit, exit }: Pick<Occurrence, 'hit' | 'exit'>, last: string | null): keyof typeof pageWords.outcomes {
	if (hit !== null) return hit ? 'hit' : 'miss';
	return last !== null && msOf(exit) <= msOf(last) ? 'unmeasured' : 'open';
}

function TradeLeg({ name, at, price }: { name: string; at: string; price: number | null }) {
	return (
		<span className={css['leg']}>
			<span className="visually-hidden">{name} </span>
			{price === null ? NOT_AVAILABLE : formatPrice(price)}{' '}
			<small>
				<EtTime ms={msOf(at)}>{etDayClock(msOf(at))}</EtTime>
			</small>
		</span>
	);
}
