import { memo } from 'react';
import type { Chart } from '../../lib/api/types.ts';
import { formatCompact, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { Columns } from '../../ui/content/columns.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './price.module.css';
import { chartWords as words } from './words.ts';

/** Rows of the accessible table, newest first: it has the last bars, the chart has the whole history. */
const TABLE_ROWS = 35;

function counted(value: number | null | undefined): string {
	return value == null ? words.missing : formatCount(value);
}

/** Depth of the price after a rise or a fall: only one side can be lit. */
function rings({ depths }: Chart, i: number): string {
	const [short, long] = [depths.price_short[i], depths.price_long[i]];
	if (short == null && long == null) return words.missing;
	return short ? `${short} ↓` : long ? `${long} ↑` : '0';
}

/** The chart's newest bars as a table for screen readers. `trader`: with options, mentions and depths, which visitors don't have. */
export const BarsTable = memo(({ bars, trader }: { bars: Chart; trader: boolean }) => {
	const rows = bars.time
		.map((_, i) => i)
		.slice(-TABLE_ROWS)
		.reverse();
	const { calls, puts, mentions, depth, ...prices } = words.columns;
	const columns = trader ? [...Object.values(prices), calls, puts, mentions, depth] : Object.values(prices);
	return (
		<details className={css['bars']}>
			<summary>{words.table(rows.length)}</summary>
			<ScrollBox className={panel['scroll']} label={words.table(rows.length)}>
				<table className={panel['table']}>
					<Columns names={columns} />
					<tbody>
						{rows.map((i) => (
							<tr key={bars.time[i]}>
								<th scope="row">{etDateTime(msOf(bars.time[i] ?? ''))}</th>
								{[bars.open, bars.high, bars.low, bars.close].map((column, at) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
									<td key={at}>{formatPrice(column[i] ?? 0)}</td>
								))}
								<td>{formatCompact(bars.volume[i] ?? 0)}</td>
								{trader ? (
									<>
										<td>{counted(bars.calls[i])}</td>
										<td>{counted(bars.puts[i])}</td>
										<td>{counted(bars.mentions[i])}</td>
										<td>{rings(bars, i)}</td>
									</>
								) : null}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
		</details>
	);
});
