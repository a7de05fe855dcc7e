import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import table from '../../ui/data-table.module.css';
import edges from '../../ui/edges.module.css';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './administration.module.css';
import { adminLink, type FilterKind, PAGE_SIZE, type TableRules, type TableState, writeTable } from './table-state.ts';
import { adminWords } from './words.ts';

export interface AdminColumn<Row, C extends string> {
	readonly key: C | 'act';
	readonly label: string;
	cell(row: Row): ReactNode;
	/** Numbers are aligned right. */
	readonly isNumber?: boolean;
	/** The full text of a cell that can be truncated, shown as a tooltip. */
	tooltip?(row: Row): string;
}

interface Props<Row, C extends string, F extends string> {
	label: string;
	rules: TableRules<C, F>;
	state: TableState<C, F>;
	/** The first column names the row. */
	columns: readonly AdminColumn<Row, string>[];
	idOf(row: Row): string | number;
	/** The response of the page's query; undefined while loading. */
	data: { items: readonly Row[]; total_count: number; is_more?: boolean } | undefined;
	isError: boolean;
	retry(): void;
	/** Text of the empty state: what is missing, and why. */
	empty: { title?: string; detail: string };
}

/** A table whose order, filters and page are stored in the URL. Rows become cards on small screens. The loading, failed and empty states are included. */
export function AdminTable<Row, C extends string, F extends string>(props: Props<Row, C, F>) {
	const { label, rules, state, columns, idOf, data, isError, retry, empty } = props;
	if (isError) return <LoadFailed retry={retry} />;
	if (!data)
		return (
			<p className={css['waiting']} role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	const [rowHeaderColumn, ...otherColumns] = columns;
	return (
		<>
			{data.items.length === 0 ? (
				<StateBox title={empty.title ?? adminWords.noResults} detail={empty.detail} />
			) : (
				<ScrollBox className={`${css['onPage']} ${table['scroll']} ${cards['cards']}`} label={label}>
					<table className={table['table']}>
						<thead>
							<tr className={edges['edges']}>
								{columns.map((column) => (
									<Head key={column.key} column={column} rules={rules} state={state} />
								))}
							</tr>
						</thead>
						<tbody>
							{data.items.map((row) => (
								<tr key={idOf(row)}>
									{rowHeaderColumn ? <th scope="row">{rowHeaderColumn.cell(row)}</th> : null}
									{otherColumns.map((column) => (
										<Cell key={column.key} row={row} column={column} />
									))}
								</tr>
							))}
						</tbody>
					</table>
				</ScrollBox>
			)}
			<TablePages rules={rules} state={state} total={data.total_count} isMore={data.is_more} />
		</>
	);
}

interface TablePagesProps<C extends string, F extends string> {
	rules: TableRules<C, F>;
	state: TableState<C, F>;
	total: number;
	/** Whether there are more rows than `total`, because the server stopped counting at a limit. */
	isMore?: boolean | undefined;
}

/** Pagination of a table. Renders nothing if there is only one page. */
function TablePages<C extends string, F extends string>({ rules, state, total, isMore = false }: TablePagesProps<C, F>) {
	const { page } = state;
	if (total <= PAGE_SIZE && page === 1) return null;
	const skip = (page - 1) * PAGE_SIZE;
	const pageLink = (next: number) => adminLink(rules.page, writeTable(rules, { ...state, page: next }));
	return (
		<PageSteps
			label={adminWords.pages}
			text={adminWords.pageOf(Math.min(skip + 1, total), Math.min(skip + PAGE_SIZE, total), total, isMore)}
			previous={page > 1 ? pageLink(page - 1) : undefined}
			next={skip + PAGE_SIZE < total ? pageLink(page + 1) : undefined}
		/>
	);
}

function Cell<Row>({ row, column }: { row: Row; column: AdminColumn<Row, string> }) {
	const classes = [column.isNumber ? css['number'] : '', column.tooltip ? table['long'] : ''].join(' ').trim();
	return (
		<td className={classes || undefined} data-label={column.key === 'act' ? undefined : column.label} title={column.tooltip?.(row)}>
			{column.cell(row)}
		</td>
	);
}

function Head<C extends string, F extends string>({
	column,
	rules,
	state,
}: Pick<Props<never, C, F>, 'rules' | 'state'> & { column: AdminColumn<never, string> }) {
	const sortKey = rules.sortable.find((key) => key === column.key);
	const isSorted = sortKey !== undefined && state.sortBy === sortKey;
	const ariaSort = isSorted ? (state.sortDir === 'asc' ? 'ascending' : 'descending') : undefined;
	const sortDir = isSorted && state.sortDir === 'asc' ? 'desc' : 'asc';
	return (
		<th scope="col" aria-sort={ariaSort} className={column.isNumber ? css['number'] : undefined}>
			{sortKey === undefined ? (
				<span className={column.key === 'act' ? 'visually-hidden' : undefined}>{column.label}</span>
			) : (
				<Link {...adminLink(rules.page, writeTable(rules, { ...state, sortBy: sortKey, sortDir, page: 1 }))} resetScroll={false}>
					{column.label}
					{isSorted ? (state.sortDir === 'asc' ? ' ▴' : ' ▾') : ''}
				</Link>
			)}
		</th>
	);
}

interface TableFiltersProps<C extends string, F extends string> {
	rules: TableRules<C, F>;
	state: TableState<C, F>;
	labels: Readonly<Record<F, string>>;
	/** Labels of filter values that differ from the values. */
	words?: Readonly<Partial<Record<F, Readonly<Record<string, string>>>>>;
}

interface FieldProps {
	name: string;
	label: string;
	kind: FilterKind;
	value: string;
	words: Readonly<Record<string, string>> | undefined;
}

/** The search fields of a table. Submitting them changes the URL, and the URL fills them. */
export function TableFilters<C extends string, F extends string>({ rules, state, labels, words }: TableFiltersProps<C, F>) {
	const navigate = useNavigate();
	const keys = Object.keys(rules.filters) as F[];
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const filters = Object.fromEntries(keys.map((key) => [key, String(form.get(key) ?? '').trim()])) as Record<F, string>;
		void navigate(adminLink(rules.page, writeTable(rules, { ...state, filters, page: 1 })));
	};
	return (
		<search>
			<form className={css['row']} onSubmit={onSubmit} key={keys.map((key) => state.filters[key]).join('\n')}>
				{keys.map((key) => (
					<FilterField key={key} name={key} label={labels[key]} kind={rules.filters[key]} value={state.filters[key]} words={words?.[key]} />
				))}
				<button type="submit" className={buttonClass}>
					{adminWords.find}
				</button>
			</form>
		</search>
	);
}

function FilterField({ name, label, kind, value, words }: FieldProps) {
	return (
		<div className={css['filter']}>
			<label className={form['label']} htmlFor={`filter-${name}`}>
				{label}
			</label>
			{kind === 'text' || kind === 'date' ? (
				<input
					id={`filter-${name}`}
					name={name}
					type={kind === 'date' ? 'date' : 'search'}
					defaultValue={value}
					className={form['input']}
					maxLength={200}
				/>
			) : (
				<select id={`filter-${name}`} name={name} defaultValue={value} className={form['input']}>
					<option value="">{adminWords.any}</option>
					{kind.map((option) => (
						<option key={option} value={option}>
							{words?.[option] ?? option}
						</option>
					))}
				</select>
			)}
		</div>
	);
}

interface PageHeadProps {
	title: string;
	/** Shown next to the title: a count, or the time of the data. */
	note?: ReactNode;
	/** Actions, shown at the other end of the header. */
	children?: ReactNode;
}

/** The header of an administration page. */
export function PageHead({ title, note, children }: PageHeadProps) {
	return (
		<header className={css['head']}>
			<h1 className={css['title']}>{title}</h1>
			{note ? <p className={css['note']}>{note}</p> : null}
			{children ? <div className={css['acts']}>{children}</div> : null}
		</header>
	);
}
