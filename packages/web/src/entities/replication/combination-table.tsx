import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, strategyOf, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { formatCount } from '../../lib/format/numbers.ts';
import panel from '../../ui/panel.module.css';
import css from './effect-table.module.css';
import type { OwnCombinations } from './replication-query.ts';
import { ResultTable } from './result-table.tsx';
import { percentText, pText, rateText, words } from './words.ts';

type Combination = OwnCombinations['items'][number];

/** Rows shown at first: the best. */
const SHOWN = 8;
/** Chance of any false one among those that count as better than their base rate. */
const SIGNIFICANT = 0.05;

/** The product's own lists, tested together: those with the largest t first, the others behind a button. */
export function CombinationTable({ combinations }: { combinations: OwnCombinations }) {
	const { own } = words;
	const { items, sessions, spa, overfitting, too_few: tooFew } = combinations;
	const better = items.filter(({ p_together }) => p_together < SIGNIFICANT).length;
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
			<Rows items={items.slice(0, SHOWN)} label={own.scroll} />
			{items.length > SHOWN ? (
				<details className={css['others']}>
					<summary>{own.more(items.length - SHOWN)}</summary>
					<Rows items={items.slice(SHOWN)} label={own.others} />
				</details>
			) : null}
		</section>
	);
}

function Rows({ items, label }: { items: readonly Combination[]; label: string }) {
	return (
		<ResultTable label={label} columns={words.own.columns}>
			{items.map((item) => (
				<Row key={`${item.tab_type} ${item.timeframes.join()} ${item.depth} ${item.horizon}`} item={item} />
			))}
		</ResultTable>
	);
}

function Row({ item }: { item: Combination }) {
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
			<td data-label={columns.together} data-verdict={item.p_together < SIGNIFICANT ? 'agrees' : 'not_found'}>
				{pText(item.p_together)}
			</td>
		</tr>
	);
}
