import { periodLabel } from '@sw/domain/billing/plan';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { formatMoney } from '../../lib/format/money.ts';
import css from './commerce.module.css';
import { Time } from './facts.tsx';
import { orderLink } from './links.ts';
import { OneOrder } from './one-order.tsx';
import { orderWords as words } from './order-words.ts';
import { ORDERS, type Order, ordersQuery } from './queries.ts';
import { commerceWords } from './words.ts';

const COLUMNS: readonly AdminColumn<Order, string>[] = [
	{
		key: 'code',
		label: commerceWords.code,
		cell: ({ code }) => (
			<Link className={css['link'] ?? ''} {...orderLink(code)}>
				{code}
			</Link>
		),
	},
	{ key: 'state', label: commerceWords.state, cell: ({ status }) => commerceWords.orderStates[status] },
	{ key: 'plan', label: commerceWords.plan, cell: ({ name, period }) => `${name}, ${periodLabel(period)}` },
	{ key: 'amount', label: words.amount, isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
	{ key: 'email', label: commerceWords.email, cell: ({ email }) => email || commerceWords.gone },
	{ key: 'method', label: words.method, cell: ({ payment_method: method }) => method ?? words.notPaid },
	{ key: 'created', label: words.created, cell: ({ created }) => <Time iso={created} /> },
	{ key: 'paid', label: words.paid, cell: ({ paid }) => <Time iso={paid} absent={words.notPaid} /> },
];

/** All orders, or the one in the address. */
export function AdminOrders({ search }: { search: AdminSearch }) {
	return search['order'] ? <OneOrder key={search['order']} code={search['order']} /> : <OrderList search={search} />;
}

function OrderList({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(ORDERS, search);
	const isSearched = Object.values(state.filters).some((value) => value !== '');
	const { data, isError, refetch } = useQuery(ordersQuery(api, state));
	return (
		<>
			<PageHead title={words.title} />
			<TableFilters rules={ORDERS} state={state} labels={words.filters} words={{ status: commerceWords.orderStates }} />
			<AdminTable
				label={words.title}
				rules={ORDERS}
				state={state}
				columns={COLUMNS}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: isSearched ? words.noneMatches : words.none }}
			/>
		</>
	);
}
