import { createFileRoute, notFound } from '@tanstack/react-router';
import type { AdminSearch } from '../entities/administration/table-state.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { adminTitles } from '../features/administration/titles.ts';
import { pickTexts, type RawSearch } from '../lib/address/search-params.ts';
import { unlistedHead } from '../lib/head.ts';
import { AdminPage, adminPage } from '../pages/admin-page.tsx';

function Admin() {
	return <AdminPage name={Route.useParams()._splat} search={Route.useSearch()} />;
}

/**
 * The route of all administration pages. `pages/admin-page.tsx` lists the pages, so that the
 * scripts of other pages don't contain their paths, titles and search keys.
 */
export const Route = createFileRoute('/admin/$')({
	validateSearch: (search: RawSearch): AdminSearch => pickTexts(search, Object.keys(search)),
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loader: ({ params: { _splat: name } }) => {
		const page = adminPage(name);
		if (!page) throw notFound();
		return { title: page.label };
	},
	head: (route) => unlistedHead('/admin', route.loaderData?.title ?? adminTitles.title, adminTitles.title)(route),
	component: Admin,
});
