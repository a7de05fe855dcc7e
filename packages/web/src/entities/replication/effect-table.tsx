import { formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import panel from '../../ui/panel.module.css';
import css from './effect-table.module.css';
import type { ReplicatedEffect, Replication } from './replication-query.ts';
import { ResultTable } from './result-table.tsx';
import { foundText, spanText, words } from './words.ts';

/** Each effect with its estimate and verdict; on small screens one card for each. */
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
