import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../../entities/administration/admin-table.tsx';
import { type AdminSearch, pageParameters, readTable, type TableRules } from '../../../entities/administration/table-state.ts';
import { formatChange, formatCount, formatPrice } from '../../../lib/format/numbers.ts';
import { formatDatesIn } from '../../../lib/format/screen-dates.ts';
import { etDateTime, monthDayYear, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import css from '../data.module.css';
import { viewLink } from '../data-address.ts';
import { type CheckedRow, parseReadOptions, rowsQuery, type Upload } from '../queries.ts';
import { dataWords as words } from '../words.ts';

type Table = Upload['tables'][number] & { readonly index: number };

const ROW_COLUMNS: readonly AdminColumn<CheckedRow, string>[] = [
	{ key: 'line', label: words.line, cell: ({ line }) => line },
	{ key: 'text', label: words.text, cell: ({ text }) => <code className={css['raw']}>{text}</code> },
	{
		key: 'verdict',
		label: words.verdict,
		cell: ({ reason }) => (reason === null ? words.accepted : words.refusedFor(formatDatesIn(reason))),
	},
];

/** Lists the tables of a checked file with their detected types and numbers of valid rows. Shows the rows of the selected table, or of the only one. */
export function CheckedTables({ upload, search }: { upload: Upload; search: AdminSearch }) {
	const tables: Table[] = upload.tables.map((table, index) => ({ ...table, index }));
	const [first] = tables;
	const selected = tables.length === 1 ? first : tables.find(({ index }) => String(index) === search['table']);
	const baseSearch = { upload: upload.id, ...parseReadOptions(search) };
	const rules = createRules(baseSearch);
	const state = readTable(rules, selected ? {} : search);
	const { skip, max } = pageParameters(state);
	const columns: readonly AdminColumn<Table, string>[] = [
		{ key: 'name', label: words.table, cell: ({ name }) => name },
		{ key: 'state', label: words.state, cell: ({ state: tableState }) => words.tableState[tableState] },
		{
			key: 'words',
			label: words.recognised,
			cell: ({ words: text }) => formatDatesIn(text),
			tooltip: ({ words: text }) => formatDatesIn(text),
		},
		{ key: 'good', label: words.good, cell: ({ rows, refused }) => formatCount(rows - refused), isNumber: true },
		{ key: 'replaced', label: words.replacedBars, cell: ({ replaced }) => formatCount(replaced), isNumber: true },
		{ key: 'refused', label: words.refused, cell: ({ refused }) => formatCount(refused), isNumber: true },
		{
			key: 'act',
			label: words.rowsLink,
			cell: ({ index, name, rows }) =>
				rows === 0 ? null : (
					<Link {...viewLink('import', { ...baseSearch, table: String(index) })} className={buttonClass} aria-label={words.rowsOf(name)}>
						{words.rowsLink}
					</Link>
				),
		},
	];
	if (selected && tables.length > 1)
		return (
			<>
				<Link {...viewLink('import', baseSearch)} className={buttonClass}>
					{words.allTables}
				</Link>
				<Rows id={upload.id} table={selected} search={search} />
			</>
		);
	return (
		<>
			<AdminTable
				label={words.tables}
				rules={rules}
				state={state}
				columns={selected ? columns.slice(0, -1) : columns}
				idOf={({ index }) => index}
				data={{ items: tables.slice(skip, skip + max), total_count: tables.length }}
				isError={false}
				retry={() => {}}
				empty={{ detail: words.nothingUsable }}
			/>
			{selected && selected.rows > 0 ? <Rows id={upload.id} table={selected} search={search} /> : null}
		</>
	);
}

function createRules(extraSearch: AdminSearch): TableRules<'line', never> {
	return {
		page: 'data',
		sortable: [],
		sortBy: 'line',
		sortDir: 'asc',
		filters: {},
		extraSearch: { view: 'import', ...extraSearch },
	};
}

/** Lists the rows of a table, all or only refused ones, each with the result of its check. */
function Rows({ id, table, search }: { id: string; table: Table; search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const showsAll = search['rows'] === 'all';
	const options = parseReadOptions(search);
	const baseSearch = { upload: id, ...options, table: String(table.index) };
	const rules = createRules({ ...baseSearch, ...(showsAll ? { rows: 'all' } : {}) });
	const state = readTable(rules, search);
	const { data, isError, refetch } = useQuery(rowsQuery(api, id, { table: table.index, refused: !showsAll, options, state }));
	return (
		<>
			<p className={css['note']}>{formatDatesIn(table.words)}</p>
			{table.replaced + table.unchanged === 0 ? null : (
				<p className={css['note']}>{words.replacesStored(table.added, table.unchanged, table.replaced)}</p>
			)}
			{table.largest.length === 0 ? null : (
				<ul className={css['reasons']} aria-label={words.largestDifferences}>
					{table.largest.map(({ ticker, date, at, stored, given }) => (
						<li key={`${ticker} ${at ?? date}`}>
							{words.closeBecomes(
								ticker,
								at === null ? monthDayYear(date) : etDateTime(msOf(at)),
								formatPrice(stored),
								formatPrice(given),
								formatChange(given / stored - 1),
							)}
						</li>
					))}
				</ul>
			)}
			{table.outlying === 0 ? null : (
				<>
					<p className={css['note']}>{words.outlying(table.outlying)}</p>
					<ul className={css['reasons']} aria-label={words.outlyingBars}>
						{table.farthest.map(({ ticker, date, at, close, before, after }) => (
							<li key={`${ticker} ${at ?? date}`}>
								{words.farFrom(
									ticker,
									at === null ? monthDayYear(date) : etDateTime(msOf(at)),
									formatPrice(close),
									`${formatChange(close / before - 1)} (${formatPrice(before)})`,
									after === null ? undefined : `${formatChange(after / close - 1)} (${formatPrice(after)})`,
								)}
							</li>
						))}
					</ul>
				</>
			)}
			{table.reasons.length === 0 ? null : (
				<ul className={css['reasons']}>
					{table.reasons.map(({ reason, rows }) => (
						<li key={reason}>{words.reasonOf(formatDatesIn(reason), rows)}</li>
					))}
				</ul>
			)}
			{table.refused > table.listed ? <p className={css['note']}>{words.firstRows(table.listed)}</p> : null}
			<Segmented
				label={words.whichRows}
				segments={[
					{ key: 'refused', label: words.refusedOnly, active: !showsAll, link: viewLink('import', baseSearch) },
					{ key: 'all', label: words.allRows, active: showsAll, link: viewLink('import', { ...baseSearch, rows: 'all' }) },
				]}
			/>
			<AdminTable
				label={words.rowsOf(table.name)}
				rules={rules}
				state={state}
				columns={ROW_COLUMNS}
				idOf={({ line }) => line}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noRefused, detail: words.noRefusedDetail }}
			/>
		</>
	);
}
