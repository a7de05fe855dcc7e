import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Sparkline } from '../../charts/sparkline/sparkline.tsx';
import { Change } from '../../ui/change.tsx';
import type { TableCategory } from './queries.ts';
import type { TopRowView } from './top-view.ts';
import css from './tops.module.css';
import { words } from './words.ts';

interface RowProps {
	row: TopRowView;
	valued: boolean;
	/** Where the way back from the ticker leads. */
	from: { fromLanding: string } | { fromTop: string };
}

const Row = ({ row, valued, from }: RowProps) => (
	<tr>
		<th scope="row">
			<Link to="/ticker/$id" preload={false} params={{ id: String(row.id) }} search={from} title={row.name} className={css['ticker'] ?? ''}>
				{row.ticker}
			</Link>
		</th>
		<td className={css['spark']}>{row.closes.length > 1 ? <Sparkline values={row.closes} /> : null}</td>
		<td>{row.price}</td>
		<td>
			<Change {...row.change} />
		</td>
		{valued ? <td>{row.value}</td> : null}
	</tr>
);

interface Props {
	category: TableCategory;
	/** Undefined while they are on their way. */
	rows: readonly TopRowView[] | undefined;
	failed: boolean;
	from: RowProps['from'];
	heading: 'h2' | 'h3';
	className?: string | undefined;
	/** The public page of the same table. */
	page?: string | undefined;
	/** Below the table. */
	children?: ReactNode;
}

/** One top table. */
export const TopTable = ({ category, rows, failed, from, heading: Heading, className = '', page, children }: Props) => {
	const value = words.values[category];
	return (
		<section className={`${css['table']} ${className}`}>
			{/* Without an address it is a plain title. */}
			<Heading className={css['title']}>
				<a href={page}>{words.titles[category]}</a>
			</Heading>
			{!rows || rows.length === 0 ? (
				<p className={css['state']}>{failed ? words.failed : rows ? words.empty : '…'}</p>
			) : (
				<>
					<table>
						<thead>
							<tr>
								<th scope="col">{words.columns.ticker}</th>
								<td className={css['spark']} />
								<th scope="col">{words.columns.price}</th>
								<th scope="col">{words.columns.change}</th>
								{value ? <th scope="col">{value}</th> : null}
							</tr>
						</thead>
						<tbody>
							{rows.map((row) => (
								<Row key={row.id} row={row} valued={value !== undefined} from={from} />
							))}
						</tbody>
					</table>
					{children}
				</>
			)}
		</section>
	);
};
