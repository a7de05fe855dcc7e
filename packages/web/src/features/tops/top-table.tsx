import type { TopCategory } from '@sw/domain/prices/top-lists';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sparkline } from '../../charts/sparkline/sparkline.tsx';
import { GlyphWheel } from '../../charts/wheel/card-wheel.tsx';
import type { TickerSearch } from '../../entities/ticker/ticker-state.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { Change } from '../../ui/content/change.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import type { RowChartsView, TopRowView } from './top-view.ts';
import css from './tops.module.css';
import { words } from './words.ts';

interface RowProps {
	row: TopRowView;
	/** Whether the table has a column with the ranking value. */
	hasValue: boolean;
	/** Whether the table shows wheels. */
	wheels: boolean;
	/** Whether the table shows volumes instead of sparklines. */
	showsVolume: boolean;
	/** Search parameters of the link to the ticker. They lead the reader back to this table. */
	search: TickerSearch;
}

interface Props {
	category: TopCategory;
	/** undefined while loading. */
	rows: readonly TopRowView[] | undefined;
	failed: boolean;
	/** Returns the search parameters of the link to the ticker at a one-based place. They lead the reader back to this table. */
	linkSearch: (order: number) => TickerSearch;
	heading: 'h2' | 'h3';
	className?: string | undefined;
	/** The public page of the same table. */
	page?: string | undefined;
	/** How the table is measured, and over which interval. */
	note?: string | undefined;
	wheels?: boolean;
	/** Whether the interval is outside regular hours: volumes are shown instead of the last session's closes. */
	isExtendedHours?: boolean;
	/** Retries a table that failed to load. */
	retry?: () => void;
	/** Shown next to the title. */
	tool?: ReactNode;
	/** Shown below the table. */
	children?: ReactNode;
}

/** Returns the search parameters of links from the landing page to a ticker. The ticker's page then links back to the landing page. */
export function createLandingSearch(): TickerSearch {
	return { fromLanding: 'true' };
}

export function TopTable({
	category,
	rows,
	failed,
	linkSearch,
	heading: Heading,
	className = '',
	page,
	note,
	wheels = false,
	isExtendedHours = false,
	retry,
	tool,
	children,
}: Props) {
	const valueHeading = words.values[category];
	return (
		<section className={`${css['table']} ${className}`}>
			<div className={css['head']}>
				{/* The title links to the table's public page, if there is one. */}
				<Heading className={css['title']}>
					<a href={page && sitePath(page)}>{words.titles[category]}</a>
				</Heading>
				{tool}
			</div>
			{note ? <p className={css['note']}>{note}</p> : null}
			{!rows || rows.length === 0 ? (
				<p className={css['state']}>
					{failed ? words.failed : rows ? words.empty : '…'} {failed && retry ? <Retry retry={retry}>{words.retry}</Retry> : null}
				</p>
			) : (
				<>
					<table className={`${valueHeading ? css['valued'] : ''} ${wheels ? css['wheels'] : ''}`}>
						<thead>
							<tr>
								<th scope="col">{words.columns.ticker}</th>
								{isExtendedHours ? (
									<th scope="col" className={css['traded']}>
										{words.columns.volume}
									</th>
								) : (
									<td className={css['spark']} />
								)}
								<th scope="col">{words.columns.price}</th>
								<th scope="col">{words.columns.change}</th>
								{valueHeading ? <th scope="col">{valueHeading}</th> : null}
								{wheels ? (
									<>
										<td className={css['wheel']} />
										<th scope="col" className={css['signal']}>
											{words.columns.signal}
										</th>
									</>
								) : null}
							</tr>
						</thead>
						<tbody>
							{rows.map((row, i) => (
								<Row
									key={row.id}
									row={row}
									hasValue={valueHeading !== undefined}
									wheels={wheels}
									showsVolume={isExtendedHours}
									search={linkSearch(i + 1)}
								/>
							))}
						</tbody>
					</table>
					{children}
				</>
			)}
		</section>
	);
}

function Row({ row, hasValue, wheels, showsVolume, search }: RowProps) {
	return (
		<tr>
			<th scope="row">
				<Link
					to="/ticker/$id"
					preload={false}
					params={{ id: String(row.id) }}
					search={search}
					title={row.name}
					className={css['ticker'] ?? ''}
				>
					{row.ticker}
				</Link>
			</th>
			{showsVolume ? (
				<td className={css['traded']}>{row.volume}</td>
			) : (
				<td className={css['spark']}>{row.closes.length > 1 ? <Sparkline values={row.closes} /> : null}</td>
			)}
			<td>{row.price}</td>
			<td>
				<Change {...row.change} />
			</td>
			{hasValue ? <td>{row.value}</td> : null}
			{wheels ? (
				<>
					<td className={css['wheel']}>{row.wheel ? <GlyphWheel wheel={row.wheel} /> : null}</td>
					<td className={css['signal']}>
						<Candidate row={row} />
					</td>
				</>
			) : null}
		</tr>
	);
}

/**
 * Shows what the ticker is a candidate for in the newest report: an arrow and the rate, with words in the tooltip and for screen readers. Without a
 * candidate, shows the reason.
 */
export function Candidate({ row: { candidate, none } }: { row: Pick<RowChartsView, 'candidate' | 'none'> }) {
	if (!candidate) return none;
	return (
		<span title={candidate.words}>
			<span aria-hidden="true">{candidate.arrow}</span>
			<span className="visually-hidden">{candidate.words}</span> {candidate.rate}
		</span>
	);
}
