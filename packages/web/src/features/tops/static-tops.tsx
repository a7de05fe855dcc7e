import type { TopTable as TopTableAnswer } from '../../lib/api/types.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { MoreRows, TABLE_PAGES } from './more-rows.tsx';
import css from './static-tops.module.css';
import tabs from './table-tabs.module.css';
import { LANDING_TABLES } from './tables.ts';
import { createLandingSearch, TopTable } from './top-table.tsx';
import { mapClosesById, toTopRows } from './top-view.ts';
import tops from './tops.module.css';
import { words } from './words.ts';

interface Props {
	/** In the order of `LANDING_TABLES`. */
	tables: readonly TopTableAnswer[];
	sparklines: Parameters<typeof mapClosesById>[0];
}

/** Shows the four tables on a page without a framework. If they don't fit side by side, style sheets show one at a time. */
export function StaticTops({ tables, sparklines }: Props) {
	const rowCharts = mapClosesById(sparklines);
	const time = tables[0]?.time ?? null;
	return (
		<section aria-labelledby="tops" className={css['tops']} data-part="tops">
			<h2 id="tops" className={tops['heading']}>
				{words.heading}{' '}
				{time === null ? null : (
					<small className={css['asOf']}>
						<time dateTime={time}>{words.asOf(`${etDateTime(msOf(time))}`)}</time>
					</small>
				)}
			</h2>
			<fieldset className={`${tabs['tabs']} ${css['choice']}`}>
				<legend className="visually-hidden">{words.tablesLabel}</legend>
				{LANDING_TABLES.map((category, i) => (
					<label key={category} className={`${tabs['tab']} ${css['label']}`}>
						<input type="radio" name="table" value={category} defaultChecked={i === 0} />
						{words.tabs[category]}
					</label>
				))}
			</fieldset>
			<div className={tabs['tables']}>
				{tables.map((table, i) => {
					const category = LANDING_TABLES[i];
					if (!category) return null;
					const rows = toTopRows(table, category, rowCharts);
					return (
						<div key={category} className={css[category]}>
							<TopTable
								category={category}
								rows={rows}
								failed={false}
								linkSearch={createLandingSearch}
								heading="h3"
								className={tops['short']}
								page={TABLE_PAGES[category]}
							>
								<MoreRows category={category} count={rows.length} />
							</TopTable>
						</div>
					);
				})}
			</div>
		</section>
	);
}
