import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../entities/session/require-session.ts';
import { AdminPage } from '../features/administration/admin-page.tsx';
import { adminSearch } from '../features/administration/admin-search.ts';
import { adminTitles } from '../features/administration/titles.ts';
import { pageHead } from '../lib/head.ts';

const Admin = () => <AdminPage search={Route.useSearch()} />;

export const Route = createFileRoute('/admin')({
	validateSearch: adminSearch,
	beforeLoad: async (asked) => {
		await requireSession(asked);
	},
	head: ({ match }) =>
		pageHead({
			title: adminTitles.title,
			description: adminTitles.description,
			path: '/admin',
			origin: match.context.origin,
			noindex: true,
		}),
	component: Admin,
});
