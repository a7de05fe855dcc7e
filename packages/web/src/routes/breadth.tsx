import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';
import { BreadthPage, RecountActions } from '../features/breadth/breadth-page.tsx';
import { readBreadth } from '../features/breadth/breadth-view.ts';
import { pickBreadthSearch } from '../features/breadth/search-params.ts';
import { breadthTitles } from '../features/breadth/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Breadth() {
	const search = Route.useSearch();
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{breadthTitles.title}</h1>
			<NeedsLicence page="breadth">
				<BreadthPage search={search} />
			</NeedsLicence>
			<RecountActions time={readBreadth(search).state.time} />
		</div>
	);
}

export const Route = createFileRoute('/breadth')({
	validateSearch: pickBreadthSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	head: unlistedHead('/breadth', breadthTitles.title, breadthTitles.description),
	component: Breadth,
});
