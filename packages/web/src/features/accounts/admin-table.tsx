import type { ReactNode } from 'react';
import { Scrolls } from '../../ui/scrolls.tsx';
import css from './panel.module.css';

interface Props {
	label: string;
	columns: readonly { key: string; head: ReactNode; sorted?: 'ascending' | 'descending' | undefined }[];
	children: ReactNode;
}

/** A table that may be wider than the screen. */
export const AdminTable = ({ label, columns, children }: Props) => (
	<Scrolls className={css['scroll']} label={label}>
		<table className={css['table']}>
			<thead>
				<tr>
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
