import type { LandingCategory } from './tables.ts';
import css from './tops.module.css';
import { words } from './words.ts';

/** Shows the remaining rows in a disclosure that works without scripts. */
export function MoreRows({ category, count }: { category: LandingCategory; count: number }) {
	return (
		<details className={css['more']}>
			<summary>
				<span className={css['whenClosed']}>{words.all(count)}</span>
				<span className={css['whenOpen']}>{words.fewer}</span>
				<span className="visually-hidden">, {words.titles[category]}</span>
			</summary>
		</details>
	);
}

/** Public page of each landing table. */
export const TABLE_PAGES: Record<LandingCategory, string> = {
	gainers: '/top-gaining-stocks-today',
	losers: '/top-losing-stocks-today',
	active: '/most-active-stocks-today',
	unusual_volume: '/stock-unusual-volume/today',
};
