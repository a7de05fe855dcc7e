import type { NamedTable } from '../tops/top-table.ts';

/** A table in the address; the top page's defaults are left out. */
export function topKeys({ category, interval, cap }: NamedTable) {
	return {
		topTable: category,
		topInterval: interval === 'day' ? undefined : interval,
		topCap: cap === 'all' ? undefined : cap,
	};
}
