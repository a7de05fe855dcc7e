import { Link } from '@tanstack/react-router';
import type { ThawPlace } from '../../entities/frozen/freeze.ts';
import { formatCap } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { Columns } from '../../ui/content/columns.tsx';
import edges from '../../ui/edges.module.css';
import { EtTime } from '../../ui/et-time.tsx';
import css from './frozen.module.css';
import type { FrozenItem, FrozenUnder } from './queries.ts';
import { words } from './words.ts';

interface Props {
	items: readonly FrozenItem[];
	filterName: (id: number) => string;
	thaw: (ticker: number, where: ThawPlace) => void;
}

/** Each frozen ticker with every scope, reason and end date. */
export function FrozenTable({ items, filterName, thaw }: Props) {
	const where = ({ filter, tab }: FrozenUnder): string => {
		if (filter !== null) return filterName(filter);
		return tab === null ? words.everywhere : words.inTab(tab);
	};
	const { columns } = words;
	return (
		<section className={`${edges['edges']} ${css['scroll']} ${cards['cards']}`} aria-label={words.tableLabel}>
			<table className={css['table']}>
				<Columns names={Object.values(columns)} />
				{items.map((item) => {
					const under = item.frozen ?? [];
					return (
						<tbody key={item.ticker_id}>
							{under.map((one, i) => (
								<tr key={one.filter ?? one.tab ?? 'all'}>
									{i === 0 ? (
										<>
											<th scope="rowgroup" rowSpan={under.length}>
												<Link to="/ticker/$id" params={{ id: String(item.ticker_id) }} className={css['ticker'] ?? ''} title={item.name}>
													{item.ticker}
												</Link>
											</th>
											<td rowSpan={under.length} data-label={columns.cap}>
												{formatCap(item.capitalization)}
											</td>
											<td rowSpan={under.length} data-label={columns.rate}>
												{item.weighted_sum}
											</td>
										</>
									) : null}
									<td className={css['text']} data-label={columns.where}>
										{where(one)}
									</td>
									<td className={css['text']} data-label={columns.reason}>
										{one.reason}
									</td>
									<td data-label={columns.since}>
										<Instant iso={one.since} />
									</td>
									<td data-label={columns.until}>{one.until ? <Instant iso={one.until} /> : words.never}</td>
									<td>
										<button
											type="button"
											className={`${buttonClass} needs-script`}
											aria-label={isEverywhere(one) ? words.thawAllOf(item.ticker) : words.thawHere(item.ticker, where(one))}
											onClick={() => thaw(item.ticker_id, placeOf(one))}
										>
											{isEverywhere(one) && under.length > 1 ? words.thawAll : words.thaw}
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
}

function Instant({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Unfreezing a ticker that is frozen everywhere should make it visible again, so all its scopes are cleared. */
function placeOf({ filter, tab }: FrozenUnder): ThawPlace {
	return filter !== null ? { filter } : tab !== null ? { tab } : {};
}

function isEverywhere({ filter, tab }: FrozenUnder): boolean {
	return filter === null && tab === null;
}
