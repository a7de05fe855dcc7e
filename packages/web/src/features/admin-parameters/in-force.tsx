import { SCRIPT_VALUE_NAMES, type ScriptValue } from '@sw/domain/research/script-params';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './parameters.module.css';
import { type Origins, originsQuery, VALUES } from './queries.ts';
import { parameterWords as words } from './words.ts';

type Value = Origins['items'][number]['values'][number];

interface Row {
	name: ScriptValue;
	/** By timeframe, in order. */
	values: readonly (Value | undefined)[];
}

function Cell({ value }: { value: Value | undefined }) {
	if (!value) return null;
	if (value.entry === null) return value.value;
	return (
		<span title={words.builtIn(value.built_in)}>
			<strong>{value.value}</strong>{' '}
			<Link {...adminLink('parameters', { view: 'changes', edit: String(value.entry) })} className={css['origin']}>
				{words.byChange(value.entry)}
			</Link>
		</span>
	);
}

const COLUMNS: readonly AdminColumn<Row, string>[] = [
	{ key: 'value', label: words.value, cell: ({ name }) => words.valueOf(name) },
	...TIMEFRAMES.map(({ name, label }, i) => ({
		key: name,
		label,
		cell: ({ values }: Row) => <Cell value={values[i]} />,
		isNumber: true,
	})),
];

/** The values in effect for a ticker and an algo, each with the change that set it. */
export function InForce({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(VALUES, search);
	const { data, error, isError, refetch } = useQuery({ ...originsQuery(api, state), retry: false });
	const rows = data && rowsOf(data);
	return (
		<>
			<p className={css['note']}>{words.valuesNote}</p>
			<TableFilters rules={VALUES} state={state} labels={{ ticker: words.ticker, algo: words.algo }} />
			{error instanceof ApiError && error.status === 404 ? (
				<StateBox title={words.noTicker} detail={words.noTickerDetail} />
			) : (
				<>
					<p className={css['note']}>
						{data?.ticker ? words.forTicker(data.ticker.ticker, data.ticker.name, data.ticker.type) : words.forAll}
					</p>
					<AdminTable
						label={words.view.values}
						rules={VALUES}
						state={state}
						columns={COLUMNS}
						idOf={({ name }) => name}
						data={rows && { items: rows, total_count: rows.length }}
						isError={isError}
						retry={() => void refetch()}
						empty={{ detail: '' }}
					/>
				</>
			)}
		</>
	);
}

function rowsOf({ items }: Origins): Row[] {
	return SCRIPT_VALUE_NAMES.map((name) => ({
		name,
		values: TIMEFRAMES.map((frame) => items.find(({ timeframe }) => timeframe === frame.name)?.values.find((value) => value.name === name)),
	}));
}
