import { createFileRoute, Outlet, useParams } from '@tanstack/react-router';
import { requireSession } from '../entities/session/session-query.ts';
import { pickInboxSearch, readInboxState } from '../features/messages/message-state.ts';
import { MessagesPage } from '../features/messages/messages-page.tsx';
import { messagesQuery } from '../features/messages/queries.ts';
import { messageTitles } from '../features/messages/titles.ts';
import { unlistedHead } from '../lib/head.ts';
import { awaitOnServer } from '../pages/load.ts';
import { onDemand } from '../ui/states/on-demand.tsx';

/** The tab with the delivery settings. */
const DeliveryPanel = onDemand(async () => (await import('../features/delivery/delivery-panel.tsx')).DeliveryPanel);
/** Shown in an empty inbox. */
const FilterAlerts = onDemand(async () => (await import('../features/delivery/delivery-panel.tsx')).FilterAlerts);

/** Keeps the list mounted while the user opens one message after another: only the id in the URL changes. */
function Messages() {
	const { id } = useParams({ strict: false }) as { id?: string };
	return (
		<>
			<MessagesPage
				id={id === undefined ? undefined : Number(id)}
				search={Route.useSearch()}
				delivery={<DeliveryPanel />}
				filterAlerts={<FilterAlerts />}
			/>
			<Outlet />
		</>
	);
}

export const Route = createFileRoute('/messages')({
	validateSearch: pickInboxSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context: { api, queryClient }, deps }) => awaitOnServer(queryClient.prefetchQuery(messagesQuery(api, readInboxState(deps)))),
	head: unlistedHead('/messages', messageTitles.title, messageTitles.description),
	component: Messages,
});
