import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../features/accounts/admin-page.tsx';
import { adminSearch } from '../features/accounts/admin-state.ts';
import { adminWords } from '../features/accounts/words.ts';
import { pageHead } from '../lib/head.ts';
import { requireSession } from '../lib/session/require-session.ts';

const Admin = () => <AdminPage search={Route.useSearch()} />;

export const Route = createFileRoute('/admin')({
	validateSearch: adminSearch,
	beforeLoad: async (asked) => {
		await requireSession(asked);
	},
	head: ({ match }) =>
		pageHead({ title: adminWords.title, description: adminWords.description, path: '/admin', origin: match.context.origin, noindex: true }),
	component: Admin,
});
