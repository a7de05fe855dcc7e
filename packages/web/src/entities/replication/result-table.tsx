import type { ReactNode } from 'react';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import data from '../../ui/data-table.module.css';

interface Props {
	/** Name of the region that scrolls. */
	label: string;
	/** Headings, by column. */
	columns: Readonly<Record<string, string>>;
	className?: string | undefined;
	/** Rows. */
	children: ReactNode;
}

/** A table of results; on small screens one card for each row. */
export function ResultTable({ label, columns, className = '', children }: Props) {
	return (
		<ScrollBox label={label} className={`${data['scroll']} ${cards['cards']}`}>
			<table className={`${data['table']} ${className}`}>
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
