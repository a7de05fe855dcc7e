import { createFileRoute } from '@tanstack/react-router';
import { filtersQuery } from '../entities/filters/saved-filters.ts';
import { requireSession } from '../entities/session/session-query.ts';
import { INITIAL_LISTS, TargetBoard } from '../features/targets/target-board.tsx';
import { targetQuery } from '../features/targets/target-view.ts';
import { targetTitles } from '../features/targets/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer, isTrader, type LoadContext } from '../pages/load.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import page from '../ui/page.module.css';

function Targets() {
	return (
		<div className={page['page']}>
			<h1 className={page['title']}>{targetTitles.title}</h1>
			<NeedsLicence page="targets">
				<TargetBoard />
			</NeedsLicence>
		</div>
	);
}

async function load({ api, queryClient }: LoadContext): Promise<void> {
	if (!(await isTrader({ api, queryClient }))) return;
	const list = await queryClient.fetchQuery(filtersQuery(api)).catch(() => undefined);
	await Promise.all((list?.items ?? []).slice(0, INITIAL_LISTS).map((setting) => queryClient.prefetchQuery(targetQuery(api, setting))));
}

export const Route = createFileRoute('/target')({
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loader: ({ context }) => awaitOnServer(load(context)),
	head: unlistedHead('/target', targetTitles.title, targetTitles.description),
	component: Targets,
});
