import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { DECISIONS } from '@sw/domain/research/decision';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { DECISIONS_KEY, DecisionForm, type InitialDecision } from '../../entities/decisions/decision-form.tsx';
import { words as formWords } from '../../entities/decisions/words.ts';
import { ExportLinks } from '../../entities/record/export-links.tsx';
import { formatBasisPoints, formatRange, hasEnoughOccurrences, MIN_OCCURRENCES } from '../../entities/record/statistics.ts';
import { reachWords } from '../../entities/record/words.ts';
import { type Api, urlOf } from '../../lib/api/client.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import panel from '../../ui/panel.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './decisions.module.css';
import { words } from './words.ts';

const { listColumns: columns } = words;

interface Props {
	/** The form's initial values. */
	initialValues: InitialDecision;
	/** One-based. */
	page: number;
}

/** Shows the account's decisions, the outcomes, and the form to log a decision. */
export function DecisionsPage({ initialValues, page }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(decisionsQuery(api, page));
	return (
		<div className={css['page']}>
			<p className={css['lead']}>{words.lead}</p>
			<section className={panel['panel']} aria-labelledby="decisions-add">
				<h2 id="decisions-add" className={panel['title']}>
					{formWords.add}
				</h2>
				<DecisionForm key={JSON.stringify(initialValues)} initialValues={initialValues} />
			</section>
			{data && data.total_count > 0 ? <OutcomePanel decisions={data} /> : null}
			<section className={panel['panel']} aria-labelledby="decisions-list">
				<h2 id="decisions-list" className={panel['title']}>
					{formWords.list}
				</h2>
				{data ? <p className={css['used']}>{words.used(data.total_count, data.allowed)}</p> : null}
				{data ? (
					data.total_count === 0 ? (
						<StateBox title={words.empty} detail={words.emptyNext} />
					) : (
						<>
							<DecisionTable items={data.items} />
							<p className={css['foot']}>
								{page > 1 ? (
									<Link to="/decisions" search={page === 2 ? {} : { page: String(page - 1) }} className={buttonClass}>
										{words.newer}
									</Link>
								) : null}
								{page * PAGE_SIZE < data.total_count ? (
									<Link to="/decisions" search={{ page: String(page + 1) }} className={buttonClass}>
										{words.older}
									</Link>
								) : null}
							</p>
							<ExportLinks urlOf={(format) => urlOf('/api/decisions/export', { query: { format } })} label={words.export} />
						</>
					)
				) : (
					<NotLoaded isError={isError} detail={words.failed} retry={refetch} />
				)}
			</section>
		</div>
	);
}

function OutcomePanel({ decisions }: { decisions: Decisions }) {
	const { tags, filters, deleted } = decisions;
	return (
		<section className={panel['panel']} aria-labelledby="decisions-record">
			<h2 id="decisions-record" className={panel['title']}>
				{words.record}
			</h2>
			<OutcomeTable
				label={words.recordTable}
				head={words.decisionGroup}
				rows={[...createRows(decisions), { name: words.whatIf, stats: decisions.took_and_passed }]}
			/>
			<p className={panel['note']}>
				{words.recordHint} {tags.length + filters.length > 1 ? words.manyTags : ''} {deleted > 0 ? words.deleted(deleted) : ''}
			</p>
			{tags.length > 0 ? (
				<OutcomeTable label={words.byTag} head={words.tag} rows={tags.flatMap(({ tag, ...stats }) => createRows(stats, tag))} />
			) : null}
			{filters.length > 0 ? (
				<OutcomeTable label={words.byFilter} head={words.filter} rows={filters.flatMap(({ name, ...stats }) => createRows(stats, name))} />
			) : null}
		</section>
	);
}

/** Returns a row for each kind of decision. With a `name`, labels start with the name, and kinds without decisions are left out. */
function createRows(statsByKind: StatsByKind, name?: string) {
	return DECISIONS.filter((kind) => name === undefined || statsByKind[kind].count > 0).map((kind) => ({
		name: name === undefined ? formWords.kinds[kind] : `${name}: ${formWords.kinds[kind]}`,
		stats: statsByKind[kind],
	}));
}

function DecisionTable({ items }: { items: readonly Decision[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [busy, setBusy] = useState(false);
	const remove = async (id: number): Promise<void> => {
		setBusy(true);
		try {
			await api.research.deleteDecision({ params: { id } });
			await queryClient.invalidateQueries({ queryKey: DECISIONS_KEY });
			snack.success(formWords.list, words.removed);
		} catch (error) {
			snack.error(words.notRemoved, error instanceof Error ? error.message : '');
		} finally {
			setBusy(false);
		}
	};
	return (
		<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={words.table}>
			<table className={table['table']}>
				<thead>
					<tr>
						<th scope="col">{columns.ticker}</th>
						<th scope="col">{columns.decision}</th>
						<th scope="col">{columns.why}</th>
						<th scope="col">{columns.horizon}</th>
						<th scope="col">{columns.outcome}</th>
						<th scope="col">
							<span className="visually-hidden">{columns.actions}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{items.map((decision) => (
						<tr key={decision.id}>
							<th scope="row">
								<Link to="/ticker/$id" params={{ id: String(decision.ticker_id) }} search={{}} className={panel['inline']}>
									{decision.ticker}
								</Link>
							</th>
							<td data-label={columns.decision}>
								<span>
									{formatDecision(decision)} <small className={css['note']}>{etDateTime(msOf(decision.made))}</small>
								</span>
							</td>
							<td data-label={columns.why}>
								<span>
									{[...decision.tags, decision.filter_name].filter(Boolean).join(', ')}{' '}
									{decision.note === '' ? null : <small className={css['note']}>{decision.note}</small>}
								</span>
							</td>
							<td data-label={columns.horizon}>{words.exit(decision.horizon, timeframeLabel(decision.timeframe))}</td>
							<td data-label={columns.outcome}>{formatOutcome(decision)}</td>
							<td>
								<button
									type="button"
									className={buttonClass}
									disabled={busy}
									aria-label={words.remove(`${decision.ticker}, ${formatDecision(decision)}`)}
									onClick={() => void remove(decision.id)}
								>
									{words.removeShort}
								</button>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function formatDecision({ decision, operation }: Decision): string {
	return `${formWords.kinds[decision]}, ${words.direction[operation]}`;
}

function timeframeLabel(timeframe: string): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

function formatOutcome({ state, exit, hit, excess }: Decision): string {
	if (state === 'unmeasurable') return words.unmeasurable;
	if (state === 'open') return exit === null ? words.openNow : words.open(etDateTime(msOf(exit)));
	return hit ? words.hit(formatBasisPoints(excess)) : words.miss(formatBasisPoints(excess));
}

const { columns: outcomeColumns } = words;

interface OutcomeTableProps {
	label: string;
	/** Header of the first column. */
	head: string;
	rows: readonly { name: string; stats: OutcomeStats }[];
}

/** Shows a table of outcomes with a row for each group of decisions. */
function OutcomeTable({ label, head, rows }: OutcomeTableProps) {
	return (
		<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={label}>
			<table className={table['table']}>
				<thead>
					<tr>
						<th scope="col">{head}</th>
						{Object.entries(outcomeColumns).map(([key, name]) => (
							<th key={key} scope="col">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ name, stats }) => (
						<OutcomeRow key={name} name={name} stats={stats} />
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function OutcomeRow({ name, stats }: { name: string; stats: OutcomeStats }) {
	const hasEnough = hasEnoughOccurrences(stats);
	return (
		<tr>
			<th scope="row">{name}</th>
			<td data-label={outcomeColumns.count}>{formatCount(stats.count)}</td>
			<td data-label={outcomeColumns.open}>{formatCount(stats.open)}</td>
			<td data-label={outcomeColumns.n}>
				<span>
					{formatCount(stats.n)} {hasEnough ? <small className={css['interval']}>{reachWords.seesShort(stats)}</small> : null}
				</span>
			</td>
			<td data-label={outcomeColumns.hit}>
				<span>
					{hasEnough ? formatShare(stats.hit_rate) : words.tooFew(stats.n, MIN_OCCURRENCES)}{' '}
					{hasEnough ? <small className={css['interval']}>{formatRange(stats.interval)}</small> : null}
				</span>
			</td>
			<td data-label={outcomeColumns.base}>{stats.base_rate === null ? words.none : formatShare(stats.base_rate)}</td>
			<td data-label={outcomeColumns.mean}>{hasEnough ? formatBasisPoints(stats.mean) : words.none}</td>
			<td data-label={outcomeColumns.median}>{hasEnough ? formatBasisPoints(stats.median) : words.none}</td>
		</tr>
	);
}

export type Decisions = AnswerOf<Contract['research']['decisions']>;
export type Decision = Decisions['items'][number];
export type OutcomeStats = Decisions['took'];
type StatsByKind = Pick<Decisions, 'took' | 'passed' | 'watching'>;

/** Decisions per page. */
const PAGE_SIZE = 50;

function decisionsQuery(api: Api, page: number) {
	return queryOptions({
		queryKey: [...DECISIONS_KEY, page],
		queryFn: () => api.research.decisions({ query: { skip: (page - 1) * PAGE_SIZE, max: PAGE_SIZE } }),
		placeholderData: keepPreviousData,
	});
}
