import { PageHead } from '../../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../../entities/administration/table-state.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import css from '../data.module.css';
import { readView, VIEWS, viewLink } from '../data-address.ts';
import { Gaps } from '../gaps.tsx';
import { Holidays } from '../holidays.tsx';
import { Import } from '../import/import.tsx';
import { Ledger } from '../ledger.tsx';
import { RefetchForm } from '../refetch-form.tsx';
import { Quarantine } from '../splits/quarantine.tsx';
import { Splits } from '../splits/splits.tsx';
import { TickerChanges } from '../ticker-changes.tsx';
import { dataWords as words } from '../words.ts';

const BODIES = {
	gaps: Gaps,
	history: RefetchForm,
	splits: Splits,
	quarantine: Quarantine,
	tickers: TickerChanges,
	ledger: Ledger,
	import: Import,
	holidays: Holidays,
} as const;

/** Missing and wrong data, section by section. The URL selects the section. */
export function AdminData({ search }: { search: AdminSearch }) {
	const currentView = readView(search);
	const Body = BODIES[currentView];
	return (
		<>
			<PageHead title={words.title} />
			<div className={css['parts']}>
				<Segmented
					label={words.parts}
					segments={VIEWS.map((view) => ({ key: view, label: words.view(view), active: view === currentView, link: viewLink(view) }))}
				/>
			</div>
			<Body key={currentView} search={search} />
		</>
	);
}
