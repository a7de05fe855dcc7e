import { MIN_SESSIONS } from '@sw/domain/prices/extended-volumes';
import type { PublicTable as TableRule } from '@sw/domain/prices/public-pages';
import { candidateLabel } from '@sw/domain/signals/sector';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { Sparkline } from '../../charts/sparkline/sparkline.tsx';
import { GlyphWheel } from '../../charts/wheel/card-wheel.tsx';
import type { PublicRow, PublicTableAnswer } from '../../lib/api/types.ts';
import { directionOf, formatCap, formatChange, formatCompact, formatMultiple, formatPrice } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import css from './public.module.css';
import { isExtendedHours, publicWords as words } from './words.ts';

const STRATEGY = strategyNamed('first');
/** Rows with fewer sectors have no wheel. */
const MIN_SECTORS = 2;

/** The column that ranks the table, shown on every screen size. undefined: the table is ranked by the change. */
type RankedColumn = 'usual' | 'dollars' | 'high' | 'low' | undefined;

const RANKED_COLUMNS: Partial<Record<TableRule['category'], RankedColumn>> = {
	unusual_volume: 'usual',
	active: 'dollars',
	high: 'high',
	low: 'low',
};

/** Shows a table of up to fifteen rows, complete without scripts. */
export function PublicTable({ table, rule, label }: { table: PublicTableAnswer; rule: TableRule; label: string }) {
	if (table.items.length === 0) return <EmptyTable table={table} rule={rule} />;
	const rankedColumn = RANKED_COLUMNS[rule.category];
	const { columns } = words;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard
		<section className={css['scroll']} aria-label={label} tabIndex={0}>
			<table className={css['table']}>
				<thead>
					<tr>
						<th scope="col" className={css['rank']}>
							{columns.rank}
						</th>
						<th scope="col">{columns.ticker}</th>
						<th scope="col" className={css['name']}>
							{columns.name}
						</th>
						<th scope="col" className={css['closes']}>
							{columns.closes}
						</th>
						<th scope="col" className={css['number']}>
							{columns.price}
						</th>
						<th scope="col" className={css['number']}>
							{columns.change}
						</th>
						{rankedColumn === 'high' || rankedColumn === 'low' ? (
							<th scope="col" className={numberClass(true)}>
								{columns.distance[rankedColumn]}
							</th>
						) : null}
						<th scope="col" className={numberClass(rankedColumn === 'usual')}>
							{columns.usual}
						</th>
						<th scope="col" className={numberClass(rankedColumn === 'dollars')}>
							{columns.dollars}
						</th>
						<th scope="col" className={numberClass(false)}>
							{columns.cap}
						</th>
						<th scope="col" colSpan={2} title={words.rings(STRATEGY.label)}>
							<span className="visually-hidden">{words.rings(STRATEGY.label)}; </span>
							{columns.signal(table.report ? etClock(msOf(table.report.time)) : undefined)}
						</th>
					</tr>
				</thead>
				<tbody>
					{table.items.map((row, at) => (
						<Row key={row.ticker_id} row={row} rank={at + 1} rankedColumn={rankedColumn} />
					))}
				</tbody>
			</table>
		</section>
	);
}

/** Explains why a table has no rows. */
function EmptyTable({ table, rule }: { table: PublicTableAnswer; rule: TableRule }) {
	const hasTooFewSessions = rule.category === 'unusual_volume' && isExtendedHours(rule.interval) && table.usual_sessions < MIN_SESSIONS;
	return (
		<div className={css['empty']}>
			<b>{table.shown ? words.empty : words.hidden}</b>
			<p>{!table.shown ? words.hiddenDetail : hasTooFewSessions ? words.emptyUsual(table.usual_sessions) : words.emptyDetail}</p>
		</div>
	);
}

function numberClass(isRanked: boolean): string {
	return `${css['number']} ${css[isRanked ? 'ranked' : 'wide']}`;
}

function Row({ row, rank, rankedColumn }: { row: PublicRow; rank: number; rankedColumn: RankedColumn }) {
	return (
		<tr>
			<td className={css['rank']}>{rank}</td>
			<th scope="row">
				<a href={`/ticker/${row.ticker_id}?fromLanding=true`} className={css['ticker']}>
					{row.ticker}
				</a>
			</th>
			<td className={css['name']}>{row.name}</td>
			<td className={css['closes']}>{row.closes.length > 1 ? <Sparkline values={row.closes} /> : null}</td>
			<td className={css['number']} data-label={words.columns.price}>
				{formatPrice(row.price)}
			</td>
			<td className={css['number']} data-label={words.columns.change}>
				<Change text={formatChange(row.price_change)} direction={directionOf(row.price_change)} />
			</td>
			{rankedColumn === 'high' || rankedColumn === 'low' ? (
				<td className={numberClass(true)} data-unit={words.units[rankedColumn]}>
					{formatChange(row.value)}
				</td>
			) : null}
			<td className={numberClass(rankedColumn === 'usual')} data-unit={words.units.usual}>
				{row.usual === null ? 'n/a' : formatMultiple(row.usual)}
			</td>
			<td className={numberClass(rankedColumn === 'dollars')} data-unit={words.units.dollars}>
				{`$${formatCompact(row.dollars)}`}
			</td>
			<td className={numberClass(false)}>{formatCap(row.capitalization)}</td>
			<td className={css['glyph']}>
				{row.sectors.length < MIN_SECTORS ? null : <GlyphWheel wheel={createWheelModel(row.sectors, STRATEGY, row.signal?.operation)} />}
			</td>
			<td className={css['signal']}>
				<Signal row={row} />
			</td>
		</tr>
	);
}

function Signal({ row }: { row: PublicRow }) {
	if (row.sectors.length === 0) return <span className={css['quiet']}>{words.unmeasured}</span>;
	if (!row.signal) return <span className={css['quiet']}>{words.nothing}</span>;
	const { operation, rate } = row.signal;
	return (
		<>
			<span className={css[operation]}>{candidateLabel(operation === 'short' ? 'extreme_rise' : 'extreme_fall', operation)}</span>,{' '}
			{words.rate} <b>{rate}</b>
		</>
	);
}
