import { createFileRoute } from '@tanstack/react-router';
import { type CompareSearch, readCompareState } from '../entities/compare/compare-state.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { ComparePage } from '../features/compare/compare-page.tsx';
import { compareTitle } from '../features/compare/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Compare() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{compareTitle}</h1>
			<NeedsLicence page="compare">
				<ComparePage {...readCompareState(Route.useSearch())} />
			</NeedsLicence>
		</div>
	);
}

export const Route = createFileRoute('/compare')({
	validateSearch: (search: CompareSearch) => search,
	beforeLoad: requireSession,
	head: unlistedHead('/compare', compareTitle),
	component: Compare,
});
