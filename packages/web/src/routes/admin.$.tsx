import { createFileRoute, notFound } from '@tanstack/react-router';
import type { AdminSearch } from '../entities/administration/table-state.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { adminTitles } from '../features/administration/titles.ts';
import { type RawSearch, text } from '../lib/address/search-params.ts';
import { unlistedHead } from '../lib/head.ts';
import { AdminPage, adminPage } from '../pages/admin-page.tsx';

function Admin() {
	return <AdminPage name={Route.useParams()._splat} search={Route.useSearch()} />;
}

/** All admin pages: each is one line of `pages/admin-page.tsx`, so that other pages don't carry its address, title and keys. */
export const Route = createFileRoute('/admin/$')({
	validateSearch: (search: RawSearch): AdminSearch => text(search, Object.keys(search)),
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
