import type { ReactNode } from 'react';
import cards from '../../ui/cards-table.module.css';
import table from '../../ui/data-table.module.css';
import edges from '../../ui/edges.module.css';
import { Scrolls } from '../../ui/scrolls.tsx';
import css from './administration.module.css';

interface Props {
	label: string;
	columns: readonly { key: string; head: ReactNode; sorted?: 'ascending' | 'descending' | undefined }[];
	children: ReactNode;
}

/** A table that may be wider than the screen; on small ones its rows are cards. */
export const AdminTable = ({ label, columns, children }: Props) => (
	<Scrolls className={`${css['onPage']} ${table['scroll']} ${cards['cards']}`} label={label}>
		<table className={table['table']}>
			<thead>
				<tr className={edges['edges']}>
					{columns.map(({ key, head, sorted }) => (
						<th key={key} scope="col" aria-sort={sorted}>
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>{children}</tbody>
		</table>
	</Scrolls>
);
