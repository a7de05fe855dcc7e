import { createFileRoute, notFound } from '@tanstack/react-router';
import { replicationQuery } from '../entities/replication/replication-query.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { replicationTitle } from '../features/replication/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { onDemand } from '../ui/states/on-demand.tsx';

const Page = onDemand(async () => (await import('../features/replication/replication-page.tsx')).ReplicationPage);

export const Route = createFileRoute('/replication')({
	beforeLoad: requireSession,
	loader: async ({ context: { api, queryClient } }) => {
		// The page itself shows a failure.
		const results = await queryClient.fetchQuery(replicationQuery(api)).catch(() => undefined);
		if (results === null) throw notFound();
	},
	head: unlistedHead('/replication', replicationTitle),
	component: Page,
});
