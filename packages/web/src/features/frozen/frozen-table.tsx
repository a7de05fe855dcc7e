import { Link } from '@tanstack/react-router';
import { formatCap } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Columns } from '../../ui/columns.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import css from './frozen.module.css';
import type { FrozenItem, FrozenUnder } from './queries.ts';
import { words } from './words.ts';

interface Props {
	items: readonly FrozenItem[];
	/** Name of a filter; undefined for one that is gone. */
	filterName: (id: number) => string | undefined;
	/** Without a filter: wherever it is hidden. */
	thaw: (ticker: number, filter?: number) => void;
}

const Instant = ({ iso }: { iso: string }) => <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;

/** Each frozen ticker with every place where it is hidden, why, and until when. */
export const FrozenTable = ({ items, filterName, thaw }: Props) => {
	const where = ({ filter }: FrozenUnder): string => (filter === null ? words.everywhere : (filterName(filter) ?? words.deletedFilter));
	const { columns } = words;
	return (
		<section className={css['scroll']} aria-label={words.tableLabel}>
			<table className={css['table']}>
				<Columns names={Object.values(columns)} />
				{items.map((item) => {
					const under = item.frozen ?? [];
					return (
						<tbody key={item.ticker_id}>
							{under.map((one, i) => (
								<tr key={one.filter ?? 'all'}>
									{i === 0 ? (
										<>
											<th scope="rowgroup" rowSpan={under.length}>
												<Link to="/ticker/$id" params={{ id: String(item.ticker_id) }} className={css['ticker'] ?? ''} title={item.name}>
													{item.ticker}
												</Link>
											</th>
											<td rowSpan={under.length}>{formatCap(item.capitalization)}</td>
											<td rowSpan={under.length}>{item.weighted_sum}</td>
										</>
									) : null}
									<td className={css['text']}>{where(one)}</td>
									<td className={css['text']}>{one.reason}</td>
									<td>
										<Instant iso={one.since} />
									</td>
									<td>{one.until ? <Instant iso={one.until} /> : words.never}</td>
									<td>
										<button
											type="button"
											className={`${buttonClass} needs-script`}
											aria-label={one.filter === null ? words.thawAllOf(item.ticker) : words.thawHere(item.ticker, where(one))}
											onClick={() => (one.filter === null ? thaw(item.ticker_id) : thaw(item.ticker_id, one.filter))}
										>
											{one.filter === null && under.length > 1 ? words.thawAll : words.thaw}
										</button>
									</td>
								</tr>
							))}
						</tbody>
					);
				})}
			</table>
		</section>
	);
};
