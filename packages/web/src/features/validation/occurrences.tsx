import { routes } from 'virtual:routes';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ExportLinks } from '../../entities/record/export-links.tsx';
import { formatBasisPoints } from '../../entities/record/statistics.ts';
import { tickerLink } from '../../entities/ticker/links.ts';
import { atReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
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
import { occurrencesQuery, type Question, questionParameters } from './queries.ts';
import css from './validation.module.css';
import { pageWords, validationWords as words } from './words.ts';

const NOT_AVAILABLE = 'n/a';
const PAGE_ROWS = 25;
const OUTCOMES = ['all', 'hits', 'losers', 'open'] as const;
const PARTS = ['all', 'before', 'since'] as const;
const SORTS = { ticker: 'time', rate: 'rate', trade: undefined, own: undefined, excess: 'excess' } as const;
type Sort = NonNullable<(typeof SORTS)[keyof typeof SORTS]>;
type Occurrence = Validation['occurrences'][number];

interface HeadProps {
	sort: Sort;
	direction: 'asc' | 'desc';
	sortBy: (sort: Sort) => void;
}

const ARROWS = { asc: '▲', desc: '▼' } as const;

interface Props {
	id: number;
	question: Question;
	found: Validation;
	state: TickerState;
}

/** Shows all occurrences in pages, losers included. The reader can narrow them to one outcome, or to reports before or since a filter was saved. */
export function Occurrences({ id, question, found, state }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('all');
	const [part, setPart] = useState<(typeof PARTS)[number]>('all');
	const [sort, setSort] = useState<Sort>('time');
	const [direction, setDirection] = useState<'asc' | 'desc'>('desc');
	const [skip, setSkip] = useState(0);
	const chosen = { outcome, sort_by: sort, sort_dir: direction, ...(part === 'all' ? {} : { part }) };
	const { data, isError, refetch } = useQuery(occurrencesQuery(api, question, { ...chosen, skip, max: PAGE_ROWS }));
	const [, exportPath] = routes.research.validationExport;
	// Wraps a setter so that every new choice starts at the first page.
	const resettingPage =
		<T,>(set: (value: T) => void) =>
		(value: T) => {
			set(value);
			setSkip(0);
		};
	const sortBy = (key: Sort): void => {
		setDirection(key === sort && direction === 'desc' ? 'asc' : 'desc');
		resettingPage(setSort)(key);
	};
	const horizon = found.question.horizons[found.main] ?? 1;
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
					chosen={[outcome]}
					choose={([next]) => resettingPage(setOutcome)(next ?? 'all')}
				/>
				{found.saved ? (
					<Toggles
						single
						label={pageWords.filterPart}
						options={PARTS.map((name) => ({ name, label: pageWords.partFilter[name] }))}
						chosen={[part]}
						choose={([next]) => resettingPage(setPart)(next ?? 'all')}
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
							{data.items.map((one) => (
								<Row key={`${one.ticker_id} ${one.time}`} one={one} state={state} own={id} last={found.last} />
							))}
						</tbody>
					</table>
					<PageButtons
						label={pageWords.pages}
						text={pageWords.page(skip + 1, Math.min(skip + PAGE_ROWS, data.total_count), formatCount(data.total_count))}
						previous={skip > 0 ? () => setSkip(Math.max(0, skip - PAGE_ROWS)) : undefined}
						next={skip + PAGE_ROWS < data.total_count ? () => setSkip(skip + PAGE_ROWS) : undefined}
					/>
					<ExportLinks urlOf={(format) => urlOf(exportPath, { query: { ...questionParameters(question), ...chosen, format } })} />
				</>
			) : null}
		</section>
	);
}

function SortHeadings({ sort, direction, sortBy }: HeadProps) {
	return (
		<thead>
			<tr>
				{(Object.keys(SORTS) as (keyof typeof SORTS)[]).map((column) => {
					const key = SORTS[column];
					const label = pageWords.occurrenceColumns[column];
					if (!key)
						return (
							<th key={column} scope="col">
								{label}
							</th>
						);
					const active = key === sort;
					return (
						<th key={column} scope="col" aria-sort={active ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}>
							<button type="button" className={css['sort']} onClick={() => sortBy(key)}>
								{label} <span aria-hidden="true">{active ? ARROWS[direction] : ''}</span>
							</button>
						</th>
					);
				})}
			</tr>
		</thead>
	);
}

function Row({ one, state, own: openTickerId, last }: { one: Occurrence; state: TickerState; own: number; last: string | null }) {
	const link = tickerLink(one.ticker_id, {
		...atReport(state, one.time),
		...(one.ticker_id === openTickerId ? {} : { order: undefined, name: one.ticker, initial: undefined }),
	});
	return (
		<tr>
			<th scope="row">
				<Link {...link} className={panel['inline'] ?? ''} preload={false}>
					{one.ticker}
				</Link>
				<small>
					<EtTime ms={msOf(one.time)}>{etDayClock(msOf(one.time))}</EtTime>
				</small>
			</th>
			<td>
				{one.rate} <small>{pageWords.outcomes[outcomeOf(one, last)]}</small> {one.reconstructed ? <small>{pageWords.rebuilt}</small> : null}
			</td>
			<td>
				<Leg name={pageWords.entry} at={one.entry} price={one.entry_price} />{' '}
				<Leg name={pageWords.exit} at={one.exit} price={one.exit_price} />
			</td>
			<td>
				{one.own_return === null ? NOT_AVAILABLE : formatChange(one.own_return)}{' '}
				<small>
					{pageWords.peers} {one.peer_return === null ? NOT_AVAILABLE : formatChange(one.peer_return)}
				</small>{' '}
				<small>
					{pageWords.cost} {formatBasisPoints(one.cost).replace('+', '')}{' '}
					{one.cost_source === null ? '' : pageWords.costSources[one.cost_source]}
				</small>
			</td>
			<td>
				{one.excess === null ? NOT_AVAILABLE : <Change text={formatChange(one.excess)} direction={directionOf(one.excess)} />}{' '}
				<small>
					{pageWords.best} {one.best === null ? NOT_AVAILABLE : formatChange(one.best)}
				</small>{' '}
				<small>
					{pageWords.worst} {one.worst === null ? NOT_AVAILABLE : formatChange(one.worst)}
				</small>
			</td>
		</tr>
	);
}

/** Returns the outcome of an occurrence. `last`: time of the newest report; a later exit can't be measured yet. */
function outcomeOf({ hit, exit }: Pick<Occurrence, 'hit' | 'exit'>, last: string | null): keyof typeof pageWords.outcomes {
	if (hit !== null) return hit ? 'hit' : 'miss';
	return last !== null && msOf(exit) <= msOf(last) ? 'unmeasured' : 'open';
}

function Leg({ name, at, price }: { name: string; at: string; price: number | null }) {
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
