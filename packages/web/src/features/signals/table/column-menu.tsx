import { TABLE_COLUMNS, type TableColumn } from '@sw/domain/reports/list/list-columns';
import { DEFAULT_COLUMNS } from '../../../entities/list-state/state.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Popover } from '../../../ui/dialogs/popover.tsx';
import { columnWord } from '../shared/column-words.ts';
import css from './list-table.module.css';
import { moveColumn, toggleColumn } from './table-columns.ts';
import { tableWords as words } from './table-words.ts';

interface Props {
	columns: readonly TableColumn[];
	choose: (columns: readonly TableColumn[]) => void;
}

/** Which columns are shown and in which order: shown ones first. */
export function ColumnMenu({ columns, choose }: Props) {
	return (
		<Popover button={words.columns} label={words.columnsLabel}>
			{() => (
				<div className={css['menu']}>
					<p className={css['quiet']}>{words.columnsHint}</p>
					<ul className={css['columns']}>
						{[...columns, ...TABLE_COLUMNS.filter((column) => !columns.includes(column))].map((column) => {
							const at = columns.indexOf(column);
							const name = columnWord(column);
							return (
								<li key={column}>
									<label>
										<input type="checkbox" checked={at >= 0} onChange={() => choose(toggleColumn(columns, column))} /> {name}
									</label>
									<button
										type="button"
										className={css['tool']}
										aria-label={words.earlier(name)}
										disabled={at <= 0}
										onClick={() => choose(moveColumn(columns, column, -1))}
									>
										↑
									</button>
									<button
										type="button"
										className={css['tool']}
										aria-label={words.later(name)}
										disabled={at < 0 || at === columns.length - 1}
										onClick={() => choose(moveColumn(columns, column, 1))}
									>
										↓
									</button>
								</li>
							);
						})}
					</ul>
					<button type="button" className={buttonClass} onClick={() => choose(DEFAULT_COLUMNS)}>
						{words.plain}
					</button>
				</div>
			)}
		</Popover>
	);
}
