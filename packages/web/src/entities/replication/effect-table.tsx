import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, strategyOf, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import tableCss from '../../ui/data-table.module.css';
import panel from '../../ui/panel.module.css';
import css from './effect-table.module.css';
import type { OwnCombinations, ReplicatedEffect, Replication } from './replication-query.ts';
import { foundText, percentText, pText, rateText, spanText, words } from './words.ts';

/** Shows each effect with its estimate and verdict. Rows become cards on small screens. */
export function EffectTable({ results }: { results: Omit<Replication, 'published'> }) {
	const { columns } = words;
	return (
		<section className={panel['panel']} aria-label={words.table}>
			<p className={css['lead']}>{words.lead}</p>
			<p className={css['lead']}>
				{words.measured(etDateTime(msOf(results.measured)), results.tickers, results.sessions)} {results.simulated ? words.simulated : ''}
			</p>
			<ResultTable label={words.scroll} columns={columns} className={css['effects']}>
				{results.items.map((item) => (
					<Row key={item.effect} item={item} />
				))}
			</ResultTable>
		</section>
	);
}

function Row({ item }: { item: ReplicatedEffect }) {
	const { columns } = words;
	return (
		<tr>
			<th scope="row">
				{words.titles[item.effect]} <small>({item.study})</small>
				<small className={css['method']}>{words.methods[item.effect]}</small>
			</th>
			<td data-label={columns.published}>{words.published[item.effect]}</td>
			<td data-label={columns.found}>{foundText(item)}</td>
			<td data-label={columns.n}>{item.found ? formatCount(item.found.n) : ''}</td>
			<td data-label={columns.span}>{spanText(item.span)}</td>
			<td data-label={columns.verdict} data-verdict={item.verdict}>
				{words.verdicts[item.verdict]}
			</td>
		</tr>
	);
}

type Combination = OwnCombinations['items'][number];

/** Number of rows shown initially, best first. */
const INITIAL_ROWS = 8;
/** Family-wise error rate: the chance that at least one combination without an effect is reported as better than its base rate. */
const SIGNIFICANCE_LEVEL = 0.05;

/** Shows the product's own lists, which are tested together. Rows are sorted by t statistic; all but the first are collapsed. */
export function CombinationTable({ combinations }: { combinations: OwnCombinations }) {
	const { own } = words;
	const { items, sessions, spa, overfitting, too_few: tooFew } = combinations;
	const better = items.filter(({ p_together }) => p_together < SIGNIFICANCE_LEVEL).length;
	return (
		<section className={panel['panel']} aria-labelledby="own-combinations">
			<h2 id="own-combinations" className={css['title']}>
				{own.title}
			</h2>
			<p className={css['lead']}>{own.lead(items.length)}</p>
			<p className={css['lead']}>
				<strong>{better === 0 ? own.none : own.some(better)}</strong> {own.spa(percentText(spa))}{' '}
				{overfitting === null ? null : own.overfit(percentText(overfitting))} {own.sessions(sessions)}{' '}
				{tooFew > 0 ? own.tooFew(tooFew) : null}
			</p>
			<Rows items={items.slice(0, INITIAL_ROWS)} label={own.scroll} />
			{items.length > INITIAL_ROWS ? (
				<details className={css['others']}>
					<summary>{own.more(items.length - INITIAL_ROWS)}</summary>
					<Rows items={items.slice(INITIAL_ROWS)} label={own.others} />
				</details>
			) : null}
		</section>
	);
}

function Rows({ items, label }: { items: readonly Combination[]; label: string }) {
	return (
		<ResultTable label={label} columns={words.own.columns}>
			{items.map((item) => (
				<CombinationRow key={`${item.tab_type} ${item.timeframes.join()} ${item.depth} ${item.horizon}`} item={item} />
			))}
		</ResultTable>
	);
}

function CombinationRow({ item }: { item: Combination }) {
	const { columns, anyDepth, fromDepth, bars } = words.own;
	const timeframe = TIMEFRAMES.find(({ name }) => name === item.timeframes.at(-1))?.label ?? '';
	return (
		<tr>
			<th scope="row">
				{TABS.find(({ name }) => name === item.tab_type)?.label} ·{' '}
				{STRATEGIES.find(({ name }) => name === strategyOf(item.timeframes)?.name)?.label}
			</th>
			<td data-label={columns.depth}>{item.depth === 0 ? anyDepth : fromDepth(item.depth)}</td>
			<td data-label={columns.horizon}>{bars(item.horizon, timeframe)}</td>
			<td data-label={columns.n}>{formatCount(item.n)}</td>
			<td data-label={columns.rate}>{rateText(item)}</td>
			<td data-label={columns.base}>{percentText(item.base_rate)}</td>
			<td data-label={columns.alone}>{pText(item.p_alone)}</td>
			<td data-label={columns.together} data-verdict={item.p_together < SIGNIFICANCE_LEVEL ? 'agrees' : 'not_found'}>
				{pText(item.p_together)}
			</td>
		</tr>
	);
}

interface Props {
	/** Name of the region that scrolls. */
	label: string;
	/** Headings by column key. */
	columns: Readonly<Record<string, string>>;
	className?: string | undefined;
	children: ReactNode;
}

/** A table of results. Rows become cards on small screens. */
function ResultTable({ label, columns, className = '', children }: Props) {
	return (
		<ScrollBox label={label} className={`${tableCss['scroll']} ${cards['cards']}`}>
			<table className={`${tableCss['table']} ${className}`}>
				<thead>
					<tr>
						{Object.values(columns).map((heading) => (
							<th key={heading} scope="col">
								{heading}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</ScrollBox>
	);
}
