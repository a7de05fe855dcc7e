import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { adminLink } from './links.ts';
import { PAGE, type TableRules, type TableState, writeTable } from './table-state.ts';
import { adminWords } from './words.ts';

interface Props<C extends string, F extends string> {
	rules: TableRules<C, F>;
	state: TableState<C, F>;
	total: number;
	/** There are more than the count limit. */
	isMore?: boolean | undefined;
}

/** Pagination of a table; absent if there is only one page. */
export function TablePages<C extends string, F extends string>({ rules, state, total, isMore = false }: Props<C, F>) {
	const { page } = state;
	if (total <= PAGE && page === 1) return null;
	const from = (page - 1) * PAGE;
	const to = (next: number) => adminLink(rules.page, writeTable(rules, { ...state, page: next }));
	return (
		<PageSteps
			label={adminWords.pages}
			text={adminWords.pageOf(Math.min(from + 1, total), Math.min(from + PAGE, total), total, isMore)}
			previous={page > 1 ? to(page - 1) : undefined}
			next={from + PAGE < total ? to(page + 1) : undefined}
		/>
	);
}
